import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { translator } from '@/lib/i18n/translate';
import { PROCESS } from '@/lib/queues/behalf';
import { AppError } from './errors';
import { BATCH_LIMITS, parseJson, parseLargeJson } from './json';
import { ignoredFields, parseWith } from './parse';

const parse = (text: string) => parseJson(Buffer.from(text));
const MIB = 1024 * 1024;

async function refusal(text: string, read: (bytes: Uint8Array) => unknown) {
  try {
    await read(Buffer.from(text));
  } catch (error) {
    if (error instanceof AppError) return { reason: error.details.values?.json_fault, field: error.details.field };
  }
  return undefined;
}

describe('a body', () => {
  it.each([
    ['{"a":1,"a":2}', 'duplicate_key', 'a'],
    ['{"a":1,"\\u0061":2}', 'duplicate_key', 'a'],
    ['{"b":{"\\"":1,"\\u0022":2}}', 'duplicate_key', '"'],
    [`{${Array.from({ length: 20 }, (_, i) => `"k${i}":1`).join()},"\\u006b19":1}`, 'duplicate_key', 'k19'],
    [`${'['.repeat(33)}${']'.repeat(33)}`, 'depth', undefined],
    ['{"a":[0,{"b":1e400}]}', 'number', 'a.1.b'],
    ['{"a":[0,{"b":"\\u0000"}]}', 'control_characters', 'a.1.b'],
    ['{"a":["\\ud800"]}', 'surrogate', 'a.0'],
    ['{"a":{"__proto__":1}}', 'key', 'a.__proto__'],
    [`{"a":[${'0,'.repeat(65_536)}0]}`, 'items', 'a'],
    [`[${'0,'.repeat(100_001)}0]`, 'values', undefined],
    [`[${'{},'.repeat(50_001)}0]`, 'values', undefined],
    [`[${Array.from({ length: 1_001 }, (_, i) => `{"k${i}":1}`).join()}]`, 'keys', undefined],
  ])('%.40s is refused and says where', async (text, reason, field) => {
    expect(await refusal(text, parseJson)).toEqual({ reason, field });
    expect(await refusal(text, (bytes) => parseLargeJson(bytes, PROCESS))).toEqual({ reason, field });
  });

  it('that is large lets others come between slices of each pass', async () => {
    const given = { list: Array.from({ length: 10_000 }, (_, i) => ({ text: `${i}`.repeat(8), is: true })) };
    let turns = 0;
    let timer = setImmediate(function next() {
      turns++;
      timer = setImmediate(next);
    });
    expect(await parseLargeJson(Buffer.from(JSON.stringify(given)), PROCESS)).toEqual(given);
    clearImmediate(timer);
    expect(turns).toBeGreaterThan(4);
  });

  it('may have a key once in each object, and 32 levels', () => {
    expect(parse('[{"a":1},{"a":{"a":[]}},["a","a"]]')).toEqual([{ a: 1 }, { a: { a: [] } }, ['a', 'a']]);
    expect(parse(`${'['.repeat(32)}${']'.repeat(32)}`)).toBeDefined();
  });
});

/** The fastest of some runs: the others measure what else the process does, of whose threads this is the sum. */
function fastest(work: () => void): number {
  const took = Array.from({ length: 8 }, () => {
    const started = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(started);
    return (user + system) / 1000;
  });
  return Math.min(...took);
}

it('of a thread of its own may have more', () => {
  expect(parseJson(Buffer.from(`[[${'0,'.repeat(60_000)}0],[${'0,'.repeat(60_000)}0]]`), BATCH_LIMITS)).toHaveLength(2);
});

describe('1 MiB', () => {
  // Lists of a thousand, so that no single one is too long.
  const fill = (item: string) => {
    const list = `[${Array(1000).fill(item).join()}]`;
    return `[${Array(Math.floor(MIB / (list.length + 1)))
      .fill(list)
      .join()}]`;
  };

  it.each(['1', '[]', '[[]]', '{}', '{"a":1}', '{"a":1,"b":2}', '"a"', '"\\u0061"', '1e5'])(
    'of %s costs no more than a few times JSON.parse',
    (item) => {
      const bytes = Buffer.from(fill(item));
      const text = bytes.toString();
      const bare = fastest(() => void JSON.parse(text));
      expect(fastest(() => void parseJson(bytes, BATCH_LIMITS))).toBeLessThan(Math.max(20, 8 * bare));
    },
  );

  it('of mistakes names its first one, and unknown fields by the first twenty', () => {
    const wrong = Array(65_536).fill(1);
    const schema = z.object({ list: z.array(z.object({ a: z.string() })) });
    expect(() => parseWith(schema, { list: wrong }, translator('en-US'))).toThrow('err.request.invalid');
    const given = Array(65_536).fill({ a: 1 });
    const ignored = ignoredFields({ given }, { given: given.map(() => ({})) });
    expect(ignored).toEqual(Array.from({ length: 20 }, (_, i) => `given.${i}.a`));
  });

  it('of a list that is too long reads no item', () => {
    let read = 0;
    const item = z.unknown().refine(() => ++read > 0);
    const schema = z.object({ outer: z.object({ list: z.array(item).min(1).max(3) }) });
    const parse = (list: unknown[]) => parseWith(schema, { outer: { list } }, translator('en-US'));
    const details = expect.objectContaining({ field: 'outer.list', message: 'Use at most 3 entries.' });
    expect(() => parse([1, 2, 3, 4])).toThrow(expect.objectContaining({ errKey: 'err.request.invalid', details }));
    expect(read).toBe(0);
    expect(parse([1, 2, 3])).toEqual({ outer: { list: [1, 2, 3] } });
    expect(read).toBe(3);
  });
});
