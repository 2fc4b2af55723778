import { describe, expect, it } from "vitest";

import { languageFor } from "./texts";

describe("the language of the page", () => {
  it.each([
    [["de-AT", "en"], ["en", "de"], "de"],
    [["pt-BR", "pt"], ["en", "pt", "pt-BR"], "pt-BR"],
    [["fr", "de"], ["en", "de"], "de"],
    [["fr"], ["en", "de"], "en"],
    [[], ["en"], "en"],
  ])("of %j, with catalogues for %j, is %s", (wanted, there, language) => {
    expect(languageFor(wanted, there)).toBe(language);
  });
});
