'use client';

import { autocompletion, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import { bracketMatching, foldGutter, foldKeymap, indentOnInput } from '@codemirror/language';
import { type Diagnostic, setDiagnostics } from '@codemirror/lint';
import { EditorState } from '@codemirror/state';
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import { type Ref, useEffect, useImperativeHandle, useRef } from 'react';
import { completing } from './completion';
import { editorTheme } from './editor-theme';
import { rangeOf } from './places';
import type { Path, Words } from './vocabulary';

/** Something to say about a place of the document. */
export type Remark = { level: 'error' | 'warning'; path: Path; text: string };

export type EditorHandle = {
  /** Puts the cursor where a path is written and shows it. */
  reveal: (path: Path) => void;
  /** The line on which a path is written, from 1. */
  lineOf: (path: Path) => number;
};

type Props = {
  /** The document; what it is set to from outside replaces what is shown. */
  text: string;
  onChange: (text: string) => void;
  /** What the editor is for, for those who do not see it. */
  name: string;
  words: Words;
  remarks: readonly Remark[];
  ref?: Ref<EditorHandle>;
};

/** The policy of the page lets styles in by its nonce alone; the browser shows it to scripts that run already. */
const pageNonce = () => document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? '';

/** A JSON document to edit, with completion and with remarks at their places. Tab leaves it, as it leaves any field. */
export function CodeEditor({ text, onChange, name, words, remarks, ref }: Props) {
  const holder = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const changed = useRef(onChange);
  const first = useRef(text);
  useEffect(() => {
    changed.current = onChange;
  }, [onChange]);

  useEffect(() => {
    if (!holder.current) return;
    const extensions = [
      EditorView.cspNonce.of(pageNonce()),
      EditorView.contentAttributes.of({ 'aria-label': name, tabindex: '0' }),
      lineNumbers(),
      foldGutter(),
      history(),
      drawSelection(),
      indentOnInput(),
      bracketMatching(),
      highlightActiveLine(),
      autocompletion({ override: [completing(words)], icons: false }),
      keymap.of([...completionKeymap, ...foldKeymap, ...historyKeymap, ...defaultKeymap]),
      json(),
      editorTheme,
      EditorView.updateListener.of((update) => {
        if (update.docChanged) changed.current(update.state.doc.toString());
      }),
    ];
    const made = new EditorView({
      parent: holder.current,
      state: EditorState.create({ doc: first.current, extensions }),
    });
    view.current = made;
    return () => {
      first.current = made.state.doc.toString();
      view.current = null;
      made.destroy();
    };
  }, [name, words]);

  useEffect(() => {
    const now = view.current;
    if (!now || now.state.doc.toString() === text) return;
    now.dispatch({ changes: { from: 0, to: now.state.doc.length, insert: text } });
  }, [text]);

  useEffect(() => {
    const now = view.current;
    if (!now) return;
    const diagnostics = remarks.map(({ level, path, text: message }): Diagnostic => {
      return { ...rangeOf(now.state, path), severity: level, message };
    });
    now.dispatch(setDiagnostics(now.state, diagnostics));
  }, [remarks]);

  useImperativeHandle(ref, () => ({
    reveal: (path) => {
      const now = view.current;
      if (!now) return;
      const { from, to } = rangeOf(now.state, path);
      now.dispatch({
        selection: { anchor: from, head: to },
        effects: EditorView.scrollIntoView(from, { y: 'center' }),
      });
      now.focus();
    },
    lineOf: (path) => {
      const now = view.current;
      return now ? now.state.doc.lineAt(rangeOf(now.state, path).from).number : 1;
    },
  }));

  return <div ref={holder} className="h-full min-h-0 overflow-hidden" />;
}
