import { expect, it } from 'vitest';
import { entriesOf } from './entries';
import { readDocument } from './use-document';

const subject = entriesOf('time_series_single')
  .find(({ id }) => id === 'nulls')
  ?.open();

it('says what is no JSON, and what breaks the contract', () => {
  expect(readDocument('{ "a": ', undefined).findings.map(({ code }) => code)).toEqual(['not_json']);
  expect(readDocument('{}', undefined).findings.map(({ code }) => code)).toContain('missing_key');
  expect(readDocument(null, undefined)).toEqual({ isJson: true, raw: undefined, window: undefined, findings: [] });
});

it('draws an answer of another window in its own', () => {
  const text = subject?.text ?? '';
  expect(readDocument(text, subject?.window)).toMatchObject({ window: subject?.window });
  const elsewhere = text.replaceAll(/"time": (\d+)/g, (_, time) => `"time": ${Number(time) - 90 * 86_400_000}`);
  expect(readDocument(elsewhere, subject?.window)).toMatchObject({ window: undefined });
});
