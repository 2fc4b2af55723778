import { defineConfig } from "@lingui/cli";
import { formatter } from "@lingui/format-po";

const po = formatter({ lineNumbers: false });

// What is only there at times: when the file was made, and what an older one of the name had.
const fleeting =
  /^"(POT-Creation-Date|PO-Revision-Date|Project-Id-Version|Report-Msgid-Bugs-To|Last-Translator|Language-Team|Plural-Forms):.*\n/gm;

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
    // The same texts give the same file.
    serialize: async (catalog, context) => (await po.serialize(catalog, context)).replace(fleeting, ""),
  },
});
