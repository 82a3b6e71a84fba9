import { afterAll, expect, it } from 'vitest';
import type { AppError } from './errors';
import { JsonReader } from './json-reader';

const reader = new JsonReader();
afterAll(() => reader.close());

/** More than is read on the thread that asks. */
const LARGE = 'x'.repeat(100_000);
const bytesOf = (value: string) => Buffer.from(value);

it('reads small and large bodies alike', async () => {
  for (const value of [{ a: ['\u{1f600}'] }, { a: LARGE, b: [{ c: 1 }, { c: null }] }, { '\ufeff': LARGE }]) {
    expect(await reader.read(bytesOf(JSON.stringify(value)))).toEqual(value);
  }
});

it.each([
  ['no JSON', `{"a":"${LARGE}"`, 'syntax', undefined],
  ['a key twice', `{"a":"${LARGE}","\\u0061":2}`, 'duplicate_key', 'a'],
  ['half of a surrogate pair', `{"b":"${LARGE}","a":["\\ud800"]}`, 'surrogate', 'a.0'],
  ['a byte order mark', `\ufeff{"a":"${LARGE}"}`, 'syntax', undefined],
])('refuses a large body with %s and says where', async (_, text, reason, field) => {
  const refused = await reader.read(bytesOf(text)).catch((error: AppError) => error.details);
  expect(refused).toMatchObject({ values: { reason } });
  expect((refused as AppError['details']).field).toBe(field);
});
