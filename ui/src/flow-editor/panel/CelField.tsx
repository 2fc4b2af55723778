import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  type CompletionContext,
  type CompletionResult,
  completionStatus,
  startCompletion,
} from "@codemirror/autocomplete";
import { defaultKeymap } from "@codemirror/commands";
import { bracketMatching, StreamLanguage, syntaxHighlighting } from "@codemirror/language";
import { type Diagnostic, setDiagnostics } from "@codemirror/lint";
import { Annotation, Compartment, EditorState, type Extension } from "@codemirror/state";
import { EditorView, keymap, placeholder as placeholderOf, tooltips } from "@codemirror/view";
import { useEffect, useRef } from "react";

import type { CelIssue } from "../model/celCheck";
import { nextToken } from "../model/celWords";
import { type Completion, completionsAt } from "../model/complete";
import { celColours, celLook } from "./celLook";

export interface CelFieldProps {
  value: string;
  onChange: (value: string) => void;
  readOnly: boolean;
  labelId: string;
  describedBy: string;
  placeholder: string | undefined;
  issues: readonly CelIssue[];
  isInvalid: boolean;
  names: readonly Completion[];
}

const fromOutside = Annotation.define<boolean>();

const cel = StreamLanguage.define<null>({
  name: "cel",
  startState: () => null,
  token: (stream) => {
    const { length, token } = nextToken(stream.string.slice(stream.pos));
    stream.pos += length;
    return tagNames[token ?? ""] ?? null;
  },
});

const tagNames: Partial<Record<string, string>> = {
  keyword: "keyword",
  bool: "bool",
  null: "null",
  string: "string",
  number: "number",
  comment: "comment",
  variable: "variableName.special",
  function: "variableName.function",
  property: "propertyName",
  operator: "operator",
};

/** What is offered at the cursor, from the names that are known now; `onNothing` is told where there was nothing. */
const source =
  (names: () => readonly Completion[], onNothing: (at: number) => void) =>
  (context: CompletionContext): CompletionResult | null => {
    const found = completionsAt(context.state.doc.toString(), context.pos, names(), context.explicit);
    if (!found) {
      onNothing(context.pos);
    }
    return (
      (found && {
        from: found.from,
        validFor: /^\w*$/,
        options: found.choices.map(({ text, about, kind, given = "" }) => ({
          label: text,
          detail: about,
          type: kind === "word" ? "keyword" : kind,
          boost: kind === "variable" ? 10 : 0,
          ...(kind === "function"
            ? {
                apply: (view: EditorView, _: unknown, from: number, to: number) => {
                  const insert = `${text}(${given})`;
                  view.dispatch({ changes: { from, to, insert }, selection: { anchor: from + insert.length - 1 } });
                },
              }
            : {}),
        })),
      }) ??
      null
    );
  };

// Tab is no key of the field, so that it leaves it; undo is the editor's.
const keys = keymap.of([...closeBracketsKeymap, ...defaultKeymap.filter(({ key }) => key !== "Escape")]);

const attributes = ({ labelId, describedBy, isInvalid, readOnly }: CelFieldProps): Extension =>
  EditorView.contentAttributes.of({
    "aria-labelledby": labelId,
    "aria-describedby": describedBy,
    ...(isInvalid ? { "aria-invalid": "true" } : {}),
    ...(readOnly ? { "aria-readonly": "true" } : {}),
  });

/** A field for one expression. Tab leaves it; Ctrl+Space offers names and functions. */
export default function CelField(props: CelFieldProps) {
  const { value, readOnly, issues, placeholder } = props;
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const parts = useRef({ readOnly: new Compartment(), attributes: new Compartment(), placeholder: new Compartment() });
  const latest = useRef(props);
  const missed = useRef<number>(undefined);
  useEffect(() => {
    latest.current = props;
  });

  useEffect(() => {
    if (!place.current) {
      return;
    }
    const given = latest.current;
    const made = new EditorView({
      parent: place.current,
      state: EditorState.create({
        doc: given.value,
        extensions: [
          cel,
          syntaxHighlighting(celColours),
          bracketMatching(),
          closeBrackets(),
          autocompletion({
            override: [
              source(
                () => latest.current.names,
                (at) => {
                  missed.current = at;
                },
              ),
            ],
            icons: false,
            maxRenderedOptions: 60,
          }),
          keys,
          celLook,
          tooltips({ position: "fixed" }),
          EditorView.lineWrapping,
          parts.current.placeholder.of(placeholderOf(given.placeholder ?? "")),
          parts.current.attributes.of(attributes(given)),
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
    view.current?.dispatch({
      effects: [
        parts.current.readOnly.reconfigure(EditorState.readOnly.of(readOnly)),
        parts.current.placeholder.reconfigure(placeholderOf(placeholder ?? "")),
      ],
    });
  }, [readOnly, placeholder]);

  // Names that come while somebody waits for them at the cursor are offered then.
  const { names } = props;
  useEffect(() => {
    const made = view.current;
    if (made?.hasFocus && made.state.selection.main.head === missed.current && !completionStatus(made.state)) {
      startCompletion(made);
    }
    missed.current = undefined;
  }, [names]);

  const { labelId, describedBy, isInvalid } = props;
  useEffect(() => {
    view.current?.dispatch({ effects: parts.current.attributes.reconfigure(attributes(latest.current)) });
  }, [labelId, describedBy, isInvalid, readOnly]);

  useEffect(() => {
    const state = view.current?.state;
    if (state && state.doc.toString() !== value) {
      view.current?.dispatch({
        changes: { from: 0, to: state.doc.length, insert: value },
        annotations: fromOutside.of(true),
      });
    }
  }, [value]);

  useEffect(() => {
    const state = view.current?.state;
    if (state) {
      const { length } = state.doc;
      const marks = issues.map(({ from, to, message }): Diagnostic => ({
        from: Math.min(from, length),
        to: Math.min(to, length),
        severity: "error",
        message,
      }));
      view.current?.dispatch(setDiagnostics(state, marks));
    }
  }, [issues, value]);

  return <div ref={place} />;
}
