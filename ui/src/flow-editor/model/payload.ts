interface RawJson {
  rawJSON?: (text: string) => unknown;
}

/** JSON.parse that keeps how numbers are written through the next JSON.stringify, where the browser can. */
export function parsePayload(text: string): Record<string, unknown> {
  const raw = (JSON as RawJson).rawJSON;
  const keep = (_key: string, value: unknown, written?: { source?: string }): unknown =>
    typeof value === "number" && raw && written?.source !== undefined ? raw(written.source) : value;
  return JSON.parse(text, keep) as Record<string, unknown>;
}
