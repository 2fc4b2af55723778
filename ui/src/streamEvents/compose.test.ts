import { describe, expect, it } from "vitest";

import { composeGitHub, composeManual } from "./compose";

describe("an event made by hand", () => {
  it("carries its payload as it was written", () => {
    expect(composeManual({ type: " order.created ", ref: "", actor: "ada", payload: '{"n": 1.50}' })).toEqual({
      body: '{"type":"order.created","actor":{"login":"ada"},"payload":{"n": 1.50}}',
    });
    expect(composeManual({ type: "a.b", ref: "https://example.com/7", actor: "", payload: " " })).toEqual({
      body: '{"type":"a.b","ref":"https://example.com/7","payload":{}}',
    });
  });

  it("says what does not fit", () => {
    const composed = composeManual({ type: "", ref: "", actor: "", payload: "[1]" });
    expect(composed).toMatchObject({
      errors: { type: "This is needed", payload: expect.stringContaining("object") as string },
    });
  });
});

describe("a delivery of GitHub's", () => {
  it("is sent on as it came", () => {
    expect(composeGitHub("issues", '{"id": 10000000000000000001}')).toEqual({
      body: '{"github":{"event":"issues","body":{"id": 10000000000000000001}}}',
    });
    expect(composeGitHub("", "{")).toMatchObject({ errors: { event: "This is needed" } });
  });
});
