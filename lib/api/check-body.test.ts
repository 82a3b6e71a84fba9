import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { REDACTED, recordedOf } from '@/lib/audit/redact';
import { translator } from '@/lib/i18n/translate';
import { checkBody, recordedBody } from './check-body';
import { AppError } from './errors';
import { secret, unchecked } from './fields';
import { ignoredFields, parseWith } from './parse';

const t = translator('en-US');
const audit = { resource: 'list' };
const item = z.object({ a: z.string(), hidden: secret(z.string().optional()), n: z.int().default(7) });
const lists = {
  open: z.object({ name: z.string(), list: z.array(item).min(1).max(1_000), others: z.array(z.int()).optional() }),
  unchecked: z.object({ name: z.string(), list: unchecked(z.array(item).min(1).max(1_000)) }),
};

/** A long list, most of whose items are the same. */
const aList = fc
  .tuple(
    fc.integer({ min: 0, max: 1_100 }),
    fc.array(
      fc.tuple(
        fc.nat(1_100),
        fc.oneof(
          fc.record({ a: fc.string(), hidden: fc.string(), more: fc.string() }, { requiredKeys: ['a'] }),
          fc.constantFrom(3, {}, { a: 'x', n: 'many' }),
        ),
      ),
      { maxLength: 2 },
    ),
  )
  .map(([length, others]) => {
    const list: unknown[] = Array(length).fill({ a: 'x' });
    for (const [at, other] of others) if (at < length) list[at] = other;
    return list;
  });
const aBody = fc.record(
  {
    name: fc.constantFrom<unknown>('n', 'n', 'n', 4),
    list: aList,
    others: fc.constantFrom([], Array(600).fill(1)),
    unknown: fc.constantFrom(1, [1, 2]),
  },
  { requiredKeys: ['list', 'name'] },
);

const refused = (error: unknown) => {
  if (!(error instanceof AppError)) throw error;
  return { errKey: error.errKey, details: error.details };
};

function atOnce(schema: z.ZodObject, given: unknown) {
  try {
    const body = parseWith(schema, given, t);
    return { body, ignored: ignoredFields(given, body).sort() };
  } catch (error) {
    return refused(error);
  }
}

async function inParts(schema: z.ZodObject, given: unknown, pause = async () => {}) {
  const read = checkBody({ body: schema }, given, t, pause);
  return await read.then(({ body, ignored }) => ({ body, ignored: ignored.sort() }), refused);
}

describe('a body with a long list', () => {
  it.each(Object.entries(lists))('whose schema is %s is read in parts as it is at once', async (_, schema) => {
    let [read, denied] = [0, 0];
    await fc.assert(
      fc.asyncProperty(aBody, async (given) => {
        const expected = atOnce(schema, given);
        if ('ignored' in expected) read++;
        else denied++;
        expect(await inParts(schema, given)).toEqual(expected);
        const endpoint = { body: schema, audit };
        expect(await recordedBody(endpoint, given, async () => {})).toEqual(recordedOf(endpoint, given));
      }),
    );
    expect([read, denied].every((times) => times > 5)).toBe(true);
  });

  it('has its own names where they begin as numbers do', async () => {
    const schema = z.object({ times: z.record(z.string(), z.int()), list: lists.open.shape.list });
    const given = { times: { '01a': 'soon' }, list: Array(1_000).fill({ a: 'x' }) };
    expect(await inParts(schema, given)).toMatchObject({ details: { field: 'times.01a' } });
  });

  it('lets others come between its parts', async () => {
    const given = { name: 'n', list: Array(1_000).fill({ a: 'x' }) };
    let pauses = 0;
    const pause = async () => void pauses++;
    await inParts(lists.open, given, pause);
    expect(pauses).toBe(4);
    expect(await recordedBody({ body: lists.unchecked, audit }, given, pause)).toEqual({ name: 'n', list: REDACTED });
    expect(pauses).toBe(8);
  });

  it('that is too long is refused before an item is read', async () => {
    const given = { name: 'n', list: Array(1_001).fill({}) };
    const details = expect.objectContaining({ field: 'list' });
    expect(await inParts(lists.open, given)).toEqual({ errKey: 'err.request.invalid', details });
  });

  it('is read as a whole where a check compares its items', async () => {
    const schema = z.object({ list: z.array(z.int()) }).refine(({ list }) => new Set(list).size === list.length);
    const given = { list: [...Array(600).keys(), 0] };
    expect(await inParts(schema, given)).toEqual(atOnce(schema, given));
    expect(await inParts(schema, given)).toMatchObject({ errKey: 'err.request.invalid' });
  });
});
