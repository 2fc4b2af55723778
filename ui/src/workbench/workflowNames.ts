interface Named {
  id?: unknown;
  name?: unknown;
}

let last: { text: string; names: Map<string, string> } | undefined;

/** The names of a workflow's nodes by their ids. */
export function namesOf(text: string | undefined): Map<string, string> {
  if (text === undefined) {
    return new Map();
  }
  if (last?.text === text) {
    return last.names;
  }
  const names = new Map<string, string>();
  try {
    const document = JSON.parse(text) as { nodes?: unknown };
    for (const node of Array.isArray(document.nodes) ? (document.nodes as Named[]) : []) {
      if (typeof node.id === "string") {
        names.set(node.id, typeof node.name === "string" && node.name ? node.name : node.id);
      }
    }
  } catch {
    // A text that can't be read names nothing.
  }
  last = { text, names };
  return names;
}
