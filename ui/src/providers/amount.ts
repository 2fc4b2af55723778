const plain = { whole: /^\d+$/, any: /^(\d+\.?\d*|\.\d+)$/ };
const grouped = /^\d{1,3}(,\d{3})+$/;

/** The amount that a text tells; undefined where there is none, and the text itself where it tells none. */
export function amountOf(text: string, whole: boolean): number | string | undefined {
  const given = text.trim();
  if (given === "") {
    return undefined;
  }
  const digits = whole && grouped.test(given) ? given.replaceAll(",", "") : given;
  const amount = Number(digits);
  const fits = plain[whole ? "whole" : "any"].test(digits) && amount <= Number.MAX_SAFE_INTEGER;
  return fits ? amount : text;
}

/** What a field shows of an amount, or of what stands in its place. */
export function amountWords(value: unknown, whole: boolean): string {
  if (typeof value === "number") {
    return whole ? value.toLocaleString("en-US") : String(value);
  }
  return typeof value === "string" ? value : "";
}
