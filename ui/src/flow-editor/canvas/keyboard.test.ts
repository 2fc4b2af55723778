import { describe, expect, it } from "vitest";

import { canvasCommand, editorCommand, type Keys } from "./keyboard";

const press = (text: string): Keys => {
  const parts = text.split(" ");
  return {
    key: parts.at(-1) ?? "",
    ctrlKey: parts.includes("Ctrl"),
    metaKey: false,
    shiftKey: parts.includes("Shift"),
    altKey: parts.includes("Alt"),
  };
};

describe("keys on the canvas", () => {
  it.each([
    ["ArrowLeft", { name: "go", direction: "left" }],
    ["Shift ArrowDown", { name: "move", direction: "down" }],
    ["Alt ArrowLeft", undefined],
    ["Enter", { name: "open" }],
    ["c", { name: "connect" }],
    ["Ctrl c", undefined],
    ["Ctrl d", { name: "clone" }],
    ["Ctrl a", { name: "selectAll" }],
    ["a", { name: "add" }],
    ["Shift F10", { name: "menu" }],
    ["Escape", { name: "escape" }],
    ["Tab", undefined],
    ["x", undefined],
  ])("%s", (keys, command) => {
    expect(canvasCommand(press(keys))).toEqual(command);
  });

  it.each([
    ["Ctrl z", "undo"],
    ["Ctrl Shift Z", "redo"],
    ["Ctrl y", "redo"],
    ["Ctrl f", "search"],
    ["Ctrl Shift F", undefined],
    ["z", undefined],
  ])("%s in the editor", (keys, command) => {
    expect(editorCommand(press(keys))).toBe(command);
  });
});
