// A window that is opened by another begins with a copy of its storage; the editor's own must not take its name.
const key = new URLSearchParams(location.search).get("chrome") === "none" ? "heddle-editor-window" : "heddle-window";

/** Keeps a name while the window is open; false if another window has it. */
async function claim(name: string): Promise<boolean> {
  if (!("locks" in navigator)) {
    return true; // no lock without a secure context; a copied tab has to take the lease over then
  }
  return new Promise((resolve) => {
    void navigator.locks.request(`${key}-${name}`, { ifAvailable: true }, (lock) => {
      resolve(lock !== null);
      return lock ? new Promise(() => undefined) : undefined;
    });
  });
}

let known: Promise<string> | undefined;

/** What this window is called. It survives a reload; a copy of the tab gets another name. */
export function windowId(): Promise<string> {
  known ??= (async () => {
    const kept = sessionStorage.getItem(key);
    if (kept && (await claim(kept))) {
      return kept;
    }
    const made = crypto.randomUUID();
    sessionStorage.setItem(key, made);
    await claim(made);
    return made;
  })();
  return known;
}
