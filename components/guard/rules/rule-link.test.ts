import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { draftOf, parseDraft, type RuleDraft, ruleHref } from './rule-link';

const searchOf = (href: string) => new URL(href, 'http://console').searchParams;

const text = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('\ud800', '"&#?=+%', '</script>', '__proto__'));
const open = fc.dictionary(text, fc.jsonValue()).map((each) => JSON.parse(JSON.stringify(each)));
const draft = fc.record(
  {
    name: text,
    matches: fc.array(fc.record({ field: text, op: text, data: text })),
    etime: fc.nat(),
    limit: open,
    action: open,
    stats: open,
  },
  { requiredKeys: [] },
) as unknown as fc.Arbitrary<RuleDraft<'cc'>>;

describe('a link to the builder', () => {
  it('names policy, kind and a new rule', () => {
    expect(ruleHref('acl', 'a/b')).toBe('/guard/policies/a%2Fb?tab=acl&rule=new');
  });

  it('brings any draft over as it is, with the fields nobody knows', () => {
    fc.assert(
      fc.property(draft, (before) => {
        const after = parseDraft(searchOf(ruleHref('cc', 'p', before)).get('draft') ?? '');
        expect(JSON.stringify(after)).toBe(JSON.stringify(before));
      }),
    );
  });

  it('is nothing where the form could not show it, whatever is written there', () => {
    for (const wrong of [
      '',
      '{',
      'null',
      '[]',
      '1',
      '{"matches":5}',
      '{"matches":[null]}',
      '{"limit":[]}',
      '{"name":{}}',
    ])
      expect(parseDraft(wrong)).toBeUndefined();
    expect(parseDraft(JSON.stringify({ name: 'x'.repeat(40_000) }))).toBeUndefined();
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (any) => void parseDraft(any)));
  });

  it('says where a value is wrong', () => {
    expect(draftOf({ matches: [{ field: 'path', op: 'eq' }, { field: 1 }] })).toEqual({ wrong: 'matches.1.field' });
  });
});
