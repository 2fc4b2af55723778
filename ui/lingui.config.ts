import { defineConfig } from "@lingui/cli";
import { formatter } from "@lingui/format-po";

const po = formatter({ lineNumbers: false });

/**
 * Each text of the page stands where it is shown, in English. `go tool task generate` gathers them in src/texts/en.po;
 * another language is another file beside it, named in `locales`.
 */
export default defineConfig({
  sourceLocale: "en",
  locales: ["en"],
  catalogs: [{ path: "<rootDir>/src/texts/{locale}", include: ["<rootDir>/src"] }],
  orderBy: "origin",
  format: {
    ...po,
    // Without the time at which it was made, the same texts give the same file.
    serialize: async (catalog, context) =>
      (await po.serialize(catalog, context)).replace(/^"POT-Creation-Date:.*\n/m, ""),
  },
});
