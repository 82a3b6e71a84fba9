import { CompletionContext } from '@codemirror/autocomplete';
import { json } from '@codemirror/lang-json';
import { ensureSyntaxTree } from '@codemirror/language';
import { EditorState } from '@codemirror/state';
import { expect, it } from 'vitest';
import { completing } from './completion';
import { resultWords } from './vocabulary';

async function offered(text: string): Promise<string[]> {
  const at = text.indexOf('|');
  const state = EditorState.create({ doc: text.replace('|', ''), extensions: [json()] });
  ensureSyntaxTree(state, state.doc.length, 1_000);
  const result = await completing(resultWords)(new CompletionContext(state, at, true));
  return result?.options.map(({ label }) => label) ?? [];
}

it('offers what the contract knows, with its quotes', async () => {
  expect(await offered('{ "render_hint": "|" }')).toContain('"time_series_multi"');
  expect(await offered('{ "render_hint": |}')).toContain('"geo"');
  expect(await offered('{ "re|": 1 }')).toContain('"render_hint"');
  expect(await offered('{ "chart_key": "|" }')).toEqual([]);
});
