import { gzipSync } from "node:zlib";

import type { Plugin, Rolldown } from "vite";

/**
 * Lets the browser ask for all of the first load at once: what the entry imports as soon as it has the texts would be
 * found only then. Fails the build when that is more JavaScript than so many KB (of 1,000 bytes, as sent: by gzip). What
 * pages load when they are opened does not count.
 */
export function firstLoad(limit: number): Plugin {
  return {
    name: "first-load",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler: (html, { bundle = {} }) =>
        chunksOf(bundle)
          .filter(({ fileName }) => !html.includes(fileName))
          .map(({ fileName }) => ({
            tag: "link",
            attrs: { rel: "modulepreload", crossorigin: true, href: `/${fileName}` },
            injectTo: "head",
          })),
    },
    writeBundle(_, bundle) {
      const bytes = chunksOf(bundle).reduce((sum, { code }) => sum + gzipSync(code).length, 0);
      const figure = `${Math.round(bytes / 1000)} KB of JavaScript by gzip in the first load, of ${limit} KB`;
      if (bytes > limit * 1000) {
        this.error(`${figure}: load what only some pages need with them`);
      }
      console.log(figure);
    },
  };
}

/** The chunks that are loaded before any page is: the entries, and all that they import. */
function chunksOf(bundle: Rolldown.OutputBundle): Rolldown.OutputChunk[] {
  const chunks = new Map(
    Object.values(bundle).flatMap((file) => (file.type === "chunk" ? [[file.fileName, file]] : [])),
  );
  const found = new Set([...chunks.values()].filter((chunk) => chunk.isEntry));
  for (const chunk of found) {
    for (const name of [...chunk.imports, ...(chunk.isEntry ? chunk.dynamicImports : [])]) {
      const imported = chunks.get(name);
      if (imported) {
        found.add(imported); // and is gone through in its turn
      }
    }
  }
  return [...found];
}
