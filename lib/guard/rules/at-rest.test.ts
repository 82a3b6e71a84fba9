import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACL, CC, idOf, type RuleKind, type Rules, startRules } from './testing';

let world: Rules;
beforeAll(async () => {
  world = await startRules();
});
afterAll(() => world.close());

const base64 = (text: string) => Buffer.from(text).toString('base64');

const HOSTILE = [
  '<script>alert(1)</script>',
  "'; drop table cc_rules; --",
  '{{7*7}}$' + '{7*7}',
  'YmFzZTY0',
  'a=\n\r\tb ',
  '密码=1；\u202egnp.exe',
  '👩‍👩‍👧‍👦\u0301\ufeff\u2028\ufffd',
  '"\\u0000\\ud800"',
  ' ',
];
/** What the door lets in: well-formed text without control characters but those of lines. */
const anyText = fc
  .oneof(
    fc.constantFrom(...HOSTILE),
    fc.string({ unit: 'binary', minLength: 1 }),
    fc.string({ unit: 'grapheme', minLength: 1 }),
  )
  .filter((text) => text.isWellFormed() && !/[^\P{Cc}\t\n\r]/u.test(text));

async function storedRow({ table }: RuleKind, rule_id: number) {
  const found = world.db.selectFrom(table).select(['matches', 'action']).where('rule_id', '=', rule_id);
  const row = await found.executeTakeFirstOrThrow();
  return { matches: JSON.parse(row.matches), action: JSON.parse(row.action) };
}

describe.each([
  ['a CC rule', CC, true],
  ['an ACL rule', ACL, false],
] as const)('the text of %s', (_name, kind, isEncoded) => {
  it('is read as it was written, again and again, and is base64 at rest where the specification says so', async () => {
    const rules = world.rulesOf(kind, world.policy_id);
    const id = idOf(await rules.create());
    const types =
      kind.kind === 'cc' ? (['block', 'page', 'monitor'] as const) : (['block', 'page', 'monitor', 'allow'] as const);
    await fc.assert(
      fc.asyncProperty(anyText, anyText, fc.constantFrom(...types), async (data, content, action_type) => {
        const matches = [{ field: 'header:x', op: 'contains', data }];
        const written = await rules.edit(id, { ...kind.rule, matches, action: { action_type, content, duration: 1 } });
        expect(written.body.data).toMatchObject({ matches, action: { action_type, content } });
        const again = await rules.edit(id, written.body.data);
        expect(again.body.data).toEqual({ ...written.body.data, utime: expect.any(Number) });
        expect((await rules.view(id)).body.data).toEqual(again.body.data);
        const row = await storedRow(kind, id);
        expect(row.matches[0].data).toBe(isEncoded ? base64(data) : data);
        const isKeptOut = action_type === 'block' || action_type === 'page';
        expect(row.action.content).toBe(isKeptOut ? base64(content) : content);
      }),
      { numRuns: 40 },
    );
  }, 60_000);
});
