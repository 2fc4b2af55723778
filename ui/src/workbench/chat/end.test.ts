import { describe, expect, it } from "vitest";

import { keepsEnd } from "./end";

const place = (scrollTop: number, scrollHeight: number) => ({ scrollTop, scrollHeight, clientHeight: 100 });

describe("the end of the conversation", () => {
  it("stays in view when something comes", () => {
    expect(keepsEnd(place(300, 900), 300)).toBe(true);
  });

  it("is left by a reader who goes up, by however little", () => {
    expect(keepsEnd(place(290, 400), 300)).toBe(false);
    expect(keepsEnd(place(290, 900), 300)).toBe(false);
  });

  it("is not gone to when a reader is elsewhere", () => {
    expect(keepsEnd(place(290, 900), null)).toBe(false);
  });

  it("is kept again for a reader who comes back to it", () => {
    expect(keepsEnd(place(800, 900), null)).toBe(true);
  });

  it("stays in view when what is above it shrinks, or the window is zoomed", () => {
    expect(keepsEnd(place(250, 350), 300)).toBe(true);
    expect(keepsEnd(place(299.4, 900), 300)).toBe(true);
  });
});
