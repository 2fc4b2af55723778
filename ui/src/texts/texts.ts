import { i18n, type Messages } from "@lingui/core";

/** The languages that there is a catalogue for, and how to load it. */
const catalogues = import.meta.glob<{ messages: Messages }>("./*.po");
const sourceLanguage = "en";

/** The first of the wanted languages (BCP 47) that there is a catalogue for, as "de" for "de-AT"; else English. */
export function languageFor(wanted: readonly string[], there: readonly string[]): string {
  for (const tag of wanted) {
    const [language = ""] = tag.split("-");
    const found = [tag, language].find((name) => there.includes(name));
    if (found) {
      return found;
    }
  }
  return sourceLanguage;
}

/** Loads the texts. What shows any is imported behind it, since some texts are constants of their modules. */
export async function loadTexts(wanted: readonly string[]): Promise<void> {
  const there = Object.keys(catalogues).map((path) => path.slice("./".length, -".po".length));
  const language = languageFor(wanted, there);
  const catalogue = await catalogues[`./${language}.po`]?.();
  i18n.loadAndActivate({ locale: language, messages: catalogue?.messages ?? {} });
  document.documentElement.lang = language;
}
