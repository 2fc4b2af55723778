// Helps messages to name what exists instead of what was written.

const maxListed = 12;
const maxLength = 64;

/** The known word that differs least from the written one, if any is near enough to be what was meant. */
export function nearest(written: string, known: readonly string[]): string | undefined {
  let best: string | undefined;
  let bestDistance = Math.floor(written.length / 3) + 2;
  for (const word of known) {
    const d = distance(written.toLowerCase(), word.toLowerCase());
    if (d < bestDistance && d < word.length) {
      [best, bestDistance] = [word, d];
    }
  }
  return best;
}

/** `; did you mean "x"?` for a near word, else the list of what there is. */
export function didYouMean(written: string, plural: string, known: readonly string[]): string {
  const near = nearest(written, known);
  if (near !== undefined) {
    return `; did you mean "${near}"?`;
  }
  if (known.length === 0) {
    return `; there are no ${plural}`;
  }
  const listed = known.slice(0, maxListed).map((word) => `"${word}"`);
  const more = known.length - listed.length;
  return `; the ${plural} are ${listed.join(", ")}${more > 0 ? `, and ${more} more` : ""}`;
}

/** How many characters to insert, delete, replace or swap with their neighbour to make one word of the other. */
function distance(a: string, b: string): number {
  if (a.length > maxLength || b.length > maxLength) {
    return maxLength;
  }
  let before: number[] = [];
  let above = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (above[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      let best = Math.min((above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, replaced);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        best = Math.min(best, (before[j - 2] ?? 0) + 1);
      }
      row.push(best);
    }
    [before, above] = [above, row];
  }
  return above[b.length] ?? 0;
}
