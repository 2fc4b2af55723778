import { describe, expect, it } from "vitest";

import { serviceOf, services } from "./services";

describe("the service of a provider", () => {
  it("is found again by what choosing it sets", () => {
    for (const { value, kind, baseUrl = "" } of services) {
      expect(serviceOf(kind, baseUrl)?.value).toBe(value);
    }
  });

  it("is any compatible one where the address is another", () => {
    expect(serviceOf("openai", "http://127.0.0.1:8000/v1")?.value).toBe("openai-compatible");
    expect(serviceOf("anthropic", "https://models.example.com")?.value).toBe("anthropic-compatible");
  });

  it("is none where the format is not known", () => {
    expect(serviceOf("opanai", "")).toBeUndefined();
  });
});
