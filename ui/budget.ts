import { gzipSync } from "node:zlib";

import type { Plugin, Rolldown } from "vite";

/**
 * Fails the build when a first visit loads more JavaScript than so many KB (of 1,000 bytes, as sent: by gzip). Counted is
 * what the entry imports, at once or as soon as it has the texts; what pages load when they are opened is not.
 */
export function firstLoadBudget(limit: number): Plugin {
  return {
    name: "first-load-budget",
    apply: "build",
    writeBundle(_, bundle) {
      const bytes = firstLoad(bundle).reduce((sum, { code }) => sum + gzipSync(code).length, 0);
      const figure = `${Math.round(bytes / 1000)} KB of JavaScript by gzip in the first load, of ${limit} KB`;
      if (bytes > limit * 1000) {
        this.error(`${figure}: load what only some pages need with them`);
      }
      console.log(figure);
    },
  };
}

/** The chunks that are loaded before any page is: the entries, and all that they import. */
function firstLoad(bundle: Rolldown.OutputBundle): Rolldown.OutputChunk[] {
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
