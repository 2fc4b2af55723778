import { describe, expect, it } from "vitest";

import { onlyScripted, preferred, type Engine } from "./engines";

const engine = (name: string, models: string[], scripted = false): Engine => ({
  name,
  label: name,
  description: "",
  scripted,
  isDefault: false,
  anyModel: false,
  models: models.map((model) => ({ name: model, label: model })),
});
const demo = engine("scripted", [], true);

describe("the engine of a new composition", () => {
  it("is the server's default", () => {
    expect(preferred([engine("a", []), engine("b", ["m"])])?.name).toBe("a");
    expect(preferred([])).toBeUndefined();
  });

  it("is an AI rather than the script, once one has a model", () => {
    expect(preferred([demo, engine("a", []), engine("b", ["m"])])?.name).toBe("b");
    expect(preferred([demo, engine("a", [])])?.name).toBe("scripted");
  });
});

describe("a server", () => {
  it("has only the script where no engine is an AI", () => {
    expect(onlyScripted([demo])).toBe(true);
    expect(onlyScripted([demo, engine("a", [])])).toBe(false);
    expect(onlyScripted([])).toBe(false);
  });
});
