import { json } from '@codemirror/lang-json';
import { ensureSyntaxTree } from '@codemirror/language';
import { EditorState } from '@codemirror/state';
import { expect, it } from 'vitest';
import { placeAt, rangeOf } from './places';
import { resultWords } from './vocabulary';

function stateOf(doc: string): EditorState {
  const state = EditorState.create({ doc, extensions: [json()] });
  ensureSyntaxTree(state, doc.length, 1_000);
  return state;
}

const DOCUMENT = `{
  "render_hint": "topn",
  "schema": { "dimensions": [{ "name": "a\\"b", "type": "enum" }, { "name": "host" }], "measures": [] },
  "rows": [{ "host": "x" }, { "host": "y" }]
}`;

it.each([
  [['render_hint'], '"render_hint": "topn"'],
  [['schema', 'dimensions', 1, 'name'], '"name": "host"'],
  [['rows', 1, 'host'], '"host": "y"'],
  [['rows', 1], '{ "host": "y" }'],
  [['rows', 1, 'missing'], '{ "host": "y" }'],
  [['meta'], '{'],
])('finds %j in the text', (path, text) => {
  const { from, to } = rangeOf(stateOf(DOCUMENT), path);
  expect(DOCUMENT.slice(from, to)).toBe(text);
});

/** What may be written where `|` is. */
function wordsAt(text: string): { kind?: string; words: readonly string[] } {
  const at = text.indexOf('|');
  const place = placeAt(stateOf(text.replace('|', '')), at);
  const document: unknown = JSON.parse(DOCUMENT);
  return { kind: place?.kind, words: place ? resultWords(place.kind, place.path, document) : [] };
}

it.each([
  ['{ "re|": 1 }', 'name', 'render_hint'],
  ['{ | }', 'name', 'schema'],
  ['{ "schema": { "dimensions": [{ "na|" }] } }', 'name', 'values'],
  ['{ "schema": { "measures": [{ "type": "|" }] } }', 'value', 'percent'],
  ['{ "render_hint": "|" }', 'value', 'geo'],
  ['{ "rows": [{ "ho|": 1 }] }', 'name', 'host'],
])('knows what may be written in %s', (text, kind, word) => {
  const found = wordsAt(text);
  expect(found.kind).toBe(kind);
  expect(found.words).toContain(word);
});
