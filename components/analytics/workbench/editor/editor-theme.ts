import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

const theme = EditorView.theme({
  '&': { height: '100%', backgroundColor: 'var(--sunken)', color: 'var(--text)', fontSize: '12px' },
  '&.cm-focused': { outline: '2px solid var(--focus)', outlineOffset: '-2px' },
  '.cm-scroller': { fontFamily: 'var(--font-code)', lineHeight: '18px' },
  '.cm-content': { caretColor: 'var(--text)', padding: '8px 0' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '.cm-gutters': { backgroundColor: 'var(--sunken)', color: 'var(--text-3)', border: 'none' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--hover)' },
  '&.cm-focused .cm-selectionBackground, .cm-selectionBackground, .cm-content ::selection': {
    backgroundColor: 'var(--selected) !important',
  },
  '.cm-matchingBracket, &.cm-focused .cm-matchingBracket': { backgroundColor: 'var(--accent-soft)', color: 'inherit' },
  '.cm-lintRange-error, .cm-lintRange-warning': { backgroundImage: 'none', borderRadius: '2px' },
  '.cm-lintRange-error': { backgroundColor: 'var(--rejected-bg)', boxShadow: '0 1px 0 var(--rejected)' },
  '.cm-lintRange-warning': { backgroundColor: 'var(--pending-bg)', boxShadow: '0 1px 0 var(--pending)' },
  '.cm-tooltip': {
    backgroundColor: 'var(--raised)',
    color: 'var(--text)',
    border: '1px solid var(--line-strong)',
    borderRadius: '4px',
    boxShadow: 'var(--float)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--font-code)' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': { backgroundColor: 'var(--highlight)', color: 'var(--text)' },
  '.cm-diagnostic': { fontFamily: 'var(--font-ui)', padding: '4px 8px', borderLeft: '3px solid var(--line-strong)' },
  '.cm-diagnostic-error': { borderLeftColor: 'var(--rejected)' },
  '.cm-diagnostic-warning': { borderLeftColor: 'var(--pending)' },
});

const colours = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--accent)' },
  { tag: tags.number, color: 'var(--text)' },
  { tag: [tags.bool, tags.null], color: 'var(--monitor-fg)' },
  { tag: tags.separator, color: 'var(--text-3)' },
]);

/** The editor in the colours and faces of the page, whatever its theme. */
export const editorTheme: Extension = [theme, syntaxHighlighting(colours)];
