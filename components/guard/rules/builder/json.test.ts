import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ACL } from '@/components/guard/acl-rules/spec';
import { CC } from '@/components/guard/cc-rules/spec';
import type { RuleValues } from '../kind';
import { jsonOf, ruleOf } from './json';

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('\ud800', '</script>', '__proto__', 'a.b', '\u202e'),
);
const open = fc.dictionary(text, fc.jsonValue()).map((each) => JSON.parse(JSON.stringify(each)));
const rule = fc.record({
  name: text,
  describe: text,
  matches: fc.array(fc.record({ field: text, op: text, data: text })),
  stime: fc.nat(),
  etime: fc.nat(),
  limit: open,
  action: open,
  stats: open,
}) as unknown as fc.Arbitrary<RuleValues>;

describe('a rule as JSON', () => {
  it('is the same rule again, with every field of its open objects', () => {
    fc.assert(
      fc.property(rule, (values) => {
        const read = ruleOf(CC, jsonOf(values));
        expect('values' in read && JSON.stringify(read.values)).toBe(
          JSON.stringify({ name: '', matches: [], action: {}, ...(values as object) }),
        );
      }),
    );
  });

  it('says what it is not', () => {
    expect(ruleOf(CC, '{"name": }')).toEqual({ fault: { json: { kind: 'syntax', line: 1, column: 10 } } });
    expect(ruleOf(CC, '[]')).toEqual({ fault: { json: { kind: 'not_object' } } });
    expect(ruleOf(CC, '{"matches": [{"field": 1, "op": "eq"}]}')).toEqual({ fault: { shape: 'matches.0.field' } });
    expect(ruleOf(CC, '{"nmae": "x"}')).toEqual({ fault: { unknown: 'nmae' } });
    expect(ruleOf(ACL, '{"limit": {}}')).toEqual({ fault: { unknown: 'limit' } });
  });

  it('has a place for everything that a form shows', () => {
    expect(ruleOf(ACL, '{}')).toEqual({ values: { name: '', matches: [], action: {} } });
  });
});
