import { HighlightStyle } from "@codemirror/language";
import { EditorView } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { t } from "@lingui/core/macro";

/** The colours of expressions. */
export const celColours = HighlightStyle.define([
  { tag: [tags.keyword, tags.bool, tags.null], color: "var(--hd-accent-ink)", fontWeight: "600" },
  { tag: tags.string, color: "var(--hd-ok)" },
  { tag: tags.number, color: "var(--hd-warn)" },
  { tag: tags.comment, color: "var(--hd-ink-3)", fontStyle: "italic" },
  { tag: tags.propertyName, color: "var(--hd-ink)" },
  { tag: tags.special(tags.variableName), color: "var(--hd-accent-ink)" },
  { tag: tags.function(tags.variableName), color: "var(--hd-node-event)" },
  { tag: tags.operator, color: "var(--hd-ink-3)" },
]);

/** A field like all others, with what is offered in the look of the page's menus. */
export const celLook = EditorView.theme({
  "&": { backgroundColor: "transparent", color: "var(--hd-ink)", fontSize: "var(--hd-text-s)" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": {
    fontFamily: "var(--hd-mono)",
    fontVariantLigatures: "none",
    lineHeight: "18px",
    maxHeight: "146px",
  },
  ".cm-content": { padding: "5px 0", caretColor: "var(--hd-ink)" },
  ".cm-line": { padding: "0 8px" },
  ".cm-placeholder": { color: "var(--hd-ink-3)" },
  "&.cm-focused .cm-matchingBracket": { backgroundColor: "var(--hd-accent-soft)" },
  ".cm-lintRange-error": {
    backgroundImage: "none",
    textDecoration: t`underline wavy var(--hd-bad)`,
    textDecorationSkipInk: "none",
    textUnderlineOffset: "3px",
  },
  ".cm-lintPoint": { display: "none" },
  ".cm-tooltip": {
    backgroundColor: "var(--hd-panel)",
    color: "var(--hd-ink)",
    border: "1px solid var(--hd-line-strong)",
    borderRadius: "var(--hd-radius-s)",
    boxShadow: "var(--hd-shadow-2)",
    overflow: "hidden",
  },
  ".cm-tooltip.cm-tooltip-autocomplete > ul": {
    fontFamily: "var(--hd-mono)",
    maxHeight: "15em",
    maxWidth: "min(520px, 95vw)",
  },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li": {
    display: "flex",
    justifyContent: "space-between",
    gap: "16px",
    padding: "3px 8px",
    fontSize: "var(--hd-text-s)",
  },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]": {
    backgroundColor: "var(--hd-accent-soft)",
    color: "var(--hd-accent-ink)",
  },
  ".cm-completionMatchedText": { textDecoration: "none", fontWeight: "700" },
  ".cm-completionDetail": {
    fontFamily: "var(--hd-font)",
    fontStyle: "normal",
    color: "var(--hd-ink-2)",
    fontSize: "var(--hd-text-xs)",
  },
  ".cm-diagnostic": { border: "none", padding: "4px 8px", fontSize: "var(--hd-text-s)" },
});
