import { describe, expect, it } from "vitest";

import { initialPanes, isFocused, nextPanes, rememberedPanes, rememberPanes, visible } from "./paneState";

describe("the panes", () => {
  it("come back as they were after focus", () => {
    const closed = nextPanes(initialPanes, "left");
    const focused = nextPanes(closed, "focus");
    expect(focused).toMatchObject({ left: false, right: false });
    expect(isFocused(focused)).toBe(true);
    expect(nextPanes(focused, "focus")).toEqual(closed);
  });

  it("leave focus when one is opened by hand", () => {
    const opened = nextPanes(nextPanes(initialPanes, "focus"), "right");
    expect(opened).toEqual({ left: false, right: true, strip: false, maximized: false });
    expect(isFocused(opened)).toBe(false);
  });

  it("open what is asked for, once", () => {
    expect(nextPanes(initialPanes, "open-right")).toBe(initialPanes);
    expect(nextPanes(nextPanes(initialPanes, "right"), "open-right").right).toBe(true);
    expect(nextPanes(nextPanes(initialPanes, "open-strip"), "strip").strip).toBe(false);
  });

  it("make way for the maximized editor, and come back as they were", () => {
    const maximized = nextPanes(nextPanes(initialPanes, "strip"), "maximize");
    expect(visible(maximized)).toEqual({ left: false, right: false, strip: false });
    expect(visible(nextPanes(maximized, "restore"))).toEqual({ left: true, right: true, strip: true });
    expect(visible(nextPanes(maximized, "open-right")).right).toBe(true);
  });

  it("are remembered, focus is not", () => {
    const stored = new Map<string, string>();
    const storage = {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => void stored.set(key, value),
    };
    expect(rememberedPanes(storage)).toEqual(initialPanes);
    rememberPanes(storage, nextPanes(nextPanes(initialPanes, "left"), "focus"));
    expect(rememberedPanes(storage)).toMatchObject({ left: false, right: true, strip: false });
  });
});
