import { autocompletion, closeBrackets, closeBracketsKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { javascript } from "@codemirror/lang-javascript";
import { json, jsonParseLinter } from "@codemirror/lang-json";
import { python } from "@codemirror/lang-python";
import {
  bracketMatching,
  defaultHighlightStyle,
  HighlightStyle,
  indentOnInput,
  StreamLanguage,
  syntaxHighlighting,
} from "@codemirror/language";
import { shell } from "@codemirror/legacy-modes/mode/shell";
import { linter, lintGutter } from "@codemirror/lint";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { Annotation, Compartment, EditorState, type Extension } from "@codemirror/state";
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { useEffect, useRef } from "react";

export type CodeLanguage = "node" | "python" | "bash" | "json" | "text";

interface Props {
  value: string;
  language: CodeLanguage;
  label: string;
  onChange: (value: string) => void;
  readOnly?: boolean;
  minHeight?: string;
}

const fromOutside = Annotation.define<boolean>();

const colours = HighlightStyle.define([
  { tag: [tags.keyword, tags.bool, tags.null], color: "var(--hd-accent-ink)" },
  { tag: [tags.string, tags.special(tags.string)], color: "var(--hd-ok)" },
  { tag: tags.number, color: "var(--hd-warn)" },
  { tag: tags.comment, color: "var(--hd-ink-3)", fontStyle: "italic" },
  { tag: tags.propertyName, color: "var(--hd-ink-2)" },
  { tag: [tags.function(tags.variableName), tags.typeName], color: "var(--hd-node-action)" },
]);

const look = EditorView.theme({
  "&": { backgroundColor: "var(--hd-panel)", color: "var(--hd-ink)", fontSize: "var(--hd-text-s)" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": {
    fontFamily: "var(--hd-mono)",
    fontVariantLigatures: "none",
    lineHeight: "1.55",
    minHeight: "var(--code-min, 120px)",
  },
  ".cm-gutters": { backgroundColor: "var(--hd-panel)", color: "var(--hd-ink-3)", border: "none" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "var(--hd-sunk)" },
  ".cm-cursor": { borderLeftColor: "var(--hd-ink)" },
  "&.cm-focused .cm-selectionBackground, .cm-selectionBackground": {
    backgroundColor: "var(--hd-accent-soft) !important",
  },
  ".cm-tooltip, .cm-panels": {
    backgroundColor: "var(--hd-panel)",
    color: "var(--hd-ink)",
    borderColor: "var(--hd-line-strong)",
  },
});

function languageOf(language: CodeLanguage): Extension {
  switch (language) {
    case "node":
      return javascript();
    case "python":
      return python();
    case "bash":
      return StreamLanguage.define(shell);
    case "json":
      return [json(), linter(jsonParseLinter()), lintGutter()];
    case "text":
      return [];
  }
}

/** An editor for source text. Escape and then Tab leaves it by the keyboard. */
export default function CodeEditor({ value, language, label, onChange, readOnly = false, minHeight = "160px" }: Props) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const parts = useRef({ language: new Compartment(), readOnly: new Compartment() });
  const latest = useRef({ value, language, label, onChange, readOnly });
  useEffect(() => {
    latest.current = { value, language, label, onChange, readOnly };
  });

  useEffect(() => {
    if (!host.current) {
      return;
    }
    const given = latest.current;
    const made = new EditorView({
      parent: host.current,
      state: EditorState.create({
        doc: given.value,
        extensions: [
          lineNumbers(),
          history(),
          drawSelection(),
          indentOnInput(),
          bracketMatching(),
          closeBrackets(),
          autocompletion(),
          highlightActiveLine(),
          highlightActiveLineGutter(),
          highlightSelectionMatches(),
          syntaxHighlighting(colours),
          syntaxHighlighting(defaultHighlightStyle, { fallback: true }),
          keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...searchKeymap, ...historyKeymap, indentWithTab]),
          look,
          EditorView.lineWrapping,
          EditorView.contentAttributes.of({ "aria-label": given.label }),
          parts.current.language.of(languageOf(given.language)),
          parts.current.readOnly.of(EditorState.readOnly.of(given.readOnly)),
          EditorView.updateListener.of((update) => {
            if (update.docChanged && !update.transactions.some((transaction) => transaction.annotation(fromOutside))) {
              latest.current.onChange(update.state.doc.toString());
            }
          }),
        ],
      }),
    });
    view.current = made;
    return () => {
      made.destroy();
    };
  }, []);

  useEffect(() => {
    view.current?.dispatch({ effects: parts.current.language.reconfigure(languageOf(language)) });
  }, [language]);

  useEffect(() => {
    view.current?.dispatch({ effects: parts.current.readOnly.reconfigure(EditorState.readOnly.of(readOnly)) });
  }, [readOnly]);

  useEffect(() => {
    const current = view.current?.state.doc.toString();
    if (view.current && current !== value) {
      view.current.dispatch({
        changes: { from: 0, to: view.current.state.doc.length, insert: value },
        annotations: fromOutside.of(true),
      });
    }
  }, [value]);

  return <div ref={host} style={{ "--code-min": minHeight } as React.CSSProperties} />;
}
