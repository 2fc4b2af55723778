interface Option {
  value: string;
  label: string;
}

/** The options of a field as lines: `value`, or `value = label`. */
export const optionLines = (options: readonly Option[]): string =>
  options.map(({ value, label }) => (label === value ? value : `${value} = ${label}`)).join("\n");

/** The options that such lines give; none at all where there is no line. */
export function optionsFrom(lines: string): Option[] | undefined {
  const options = lines
    .split("\n")
    .map((line) => {
      const at = line.indexOf("=");
      const value = (at < 0 ? line : line.slice(0, at)).trim();
      return { value, label: (at < 0 ? "" : line.slice(at + 1).trim()) || value };
    })
    .filter(({ value }) => value !== "");
  return options.length > 0 ? options : undefined;
}
