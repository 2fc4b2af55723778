import { describe, expect, it } from "vitest";

import { sampleWorkflow } from "../demo/sample";
import { WorkflowDocument } from "../model/document";
import { fitted, type Pen, pictureOf } from "./svg";

const pen: Pen = {
  colour: (token) => `#${token}`,
  width: (text, { size }) => text.length * size * 0.6,
  icon: (type) => `<path d="${type}"/>`,
  fonts: "",
};

describe("a picture of a workflow", () => {
  it("holds every step and edge, and room around them", () => {
    const { svg, width, height } = pictureOf(WorkflowDocument.parse(sampleWorkflow), pen);
    expect([width, height]).toEqual([1140 + 180 + 80, 140 + 60 + 80]);
    for (const title of ["Start", "Ask the customer", "Check order", "Refunded", "default"]) {
      expect(svg).toContain(`>${title}</text>`);
    }
    expect(svg.match(/<path d="M[^"]*C/g)).toHaveLength(6);
    expect(svg).toContain('fill="#canvas"');
  });
  it("is well-formed whatever things are called", () => {
    const text = sampleWorkflow.replace('"Check order"', '"<b> & \\"x\\" \\u0001"');
    const { svg } = pictureOf(WorkflowDocument.parse(text), pen);
    expect(svg).toContain("&lt;b&gt; &amp; &quot;x&quot; </text>");
  });
  it("of nothing is a small one", () => {
    expect(pictureOf(WorkflowDocument.parse('{"id":"w","nodes":[],"edges":[]}'), pen)).toMatchObject({ width: 260 });
  });
});

describe("a text that has to fit", () => {
  const style = { size: 10, weight: 400 };
  it("is cut at its end", () => {
    expect(fitted("short", 100, style, pen)).toBe("short");
    expect(fitted("a long name", 40, style, pen)).toBe("a lon…");
    expect(fitted("🙂🙂🙂", 13, style, pen)).toBe("…");
  });
});
