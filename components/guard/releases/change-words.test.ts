import { describe, expect, it } from 'vitest';
import { DISABLE, ENABLE } from '@/lib/guard/domains/vocabulary';
import { changeWords } from './change-words';

const of = (changes: Record<string, { old: unknown; new: unknown }>, kind = 'domain') => changeWords({ kind, changes });

describe('what a release changed', () => {
  it('names switches with their state, other settings once', () => {
    expect(
      of({
        'settings.waf.status': { old: ENABLE, new: DISABLE },
        'settings.bot.depth': { old: 1, new: 2 },
        'settings.bot.width': { old: 1, new: 2 },
      }),
    ).toEqual([
      { key: 'switched', name: 'waf', value: DISABLE, set: 'switch' },
      { key: 'setting', name: 'bot' },
    ]);
  });

  it('names what came and went', () => {
    expect(of({ nodes: { old: ['a', 'b'], new: ['b', 'c'] } })).toEqual([
      { key: 'nodes_added', names: ['c'] },
      { key: 'nodes_removed', names: ['a'] },
    ]);
    const rule = { id: 1, name: 'Sign-in', rate: 5 };
    expect(of({ brute_force_rules: { old: [], new: [rule] } })).toEqual([{ key: 'rules_added', names: ['Sign-in'] }]);
    expect(of({ brute_force_rules: { old: [rule], new: [{ ...rule, rate: 6 }] } })).toEqual([{ key: 'rules_changed' }]);
    const forward = { id: 7, schema: 3, port: 8443 };
    expect(of({ forwards: { old: [forward], new: [] } })).toEqual([{ key: 'forwards_removed', names: ['8443'] }]);
  });

  it('knows policies, lists and certificates, and is silent about what has no words', () => {
    expect(of({ name: { old: 'A', new: 'B' } }, 'policy')).toEqual([{ key: 'renamed', value: 'B' }]);
    expect(of({ fingerprint: { old: '1', new: '2' } }, 'cert')).toEqual([{ key: 'replaced', value: '2' }]);
    expect(of({ lists: { old: [1], new: [1, 2] } }, 'policy')).toEqual([{ key: 'lists_added', names: ['2'] }]);
    const rule = { rule_id: 3, name: 'Limit', stime: 0 };
    const changed = { old: [rule], new: [{ ...rule, stime: 1 }] };
    for (const kind of ['cc_rules', 'acl_rules']) {
      expect(of({ [kind]: { old: [], new: [rule] } }, 'policy')).toEqual([{ key: `${kind}_added`, names: ['Limit'] }]);
      expect(of({ [kind]: changed }, 'policy')).toEqual([{ key: `${kind}_changed` }]);
    }
    expect(of({ parts: { old: ['a'], new: ['b'] } }, 'list')).toEqual([{ key: 'addresses', value: ['b'] }]);
    expect(of({ schema_id: { old: '1', new: '2' } }, 'policy')).toEqual([]);
  });
});
