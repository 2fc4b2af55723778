import { transformAsync } from "@babel/core";
import type { Plugin } from "vite";

const usesMacros = /from "@lingui\/(core|react)\/macro"/;

/**
 * Turns the macros that texts are written with (`t`, `plural`, `<Trans>`) into look-ups in the catalogue. The bundler's
 * own transformer knows no Babel plugins, so the few files that need one go through Babel before.
 */
export function linguiMacros(): Plugin {
  return {
    name: "lingui-macros",
    enforce: "pre",
    async transform(code, id) {
      const [filename = ""] = id.split("?");
      if (!/\.tsx?$/.test(filename) || !usesMacros.test(code)) {
        return null;
      }
      const made = await transformAsync(code, {
        filename,
        babelrc: false,
        configFile: false,
        parserOpts: { plugins: ["typescript", ...(filename.endsWith("x") ? (["jsx"] as const) : [])] },
        plugins: ["@lingui/babel-plugin-lingui-macro"],
        sourceMaps: true,
      });
      return made?.code ? { code: made.code, map: made.map ?? null } : null;
    },
  };
}
