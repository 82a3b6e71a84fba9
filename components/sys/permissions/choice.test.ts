import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matches } from '@/lib/auth/permissions';
import { exactChoice, patternChoice, withPattern } from './choice';

const KEYS = ['guard.policy.list', 'guard.policy.edit', 'guard.domain.list', 'sys.user.list', 'sys.user.edit'];
const nodeOf = (pattern: string) => ({ pattern, keys: KEYS.filter((key) => matches(pattern, key)) });
const NODES = ['guard.*', 'guard.policy.*', 'sys.*', 'sys.user.*', ...KEYS].map(nodeOf);
const PATTERNS = ['*', '*.*.list', 'guard.*', 'guard.policy.*', 'sys.user.*', 'sys.user.list', 'guard.*.edit', ...KEYS];
const free = (_: string): string | null => null;
const without = (lacking: string) => (key: string) => (key === lacking ? `no ${key}` : null);

describe('choosing exact permissions', () => {
  it('represents what can be chosen below it', () => {
    const choice = exactChoice([], without('guard.policy.edit'));
    expect(choice.toggled(nodeOf('guard.*'), true)).toEqual(['guard.policy.list', 'guard.domain.list']);
    const chosen = exactChoice(['guard.policy.list'], without('guard.policy.edit'));
    expect(chosen.stateOf(nodeOf('guard.policy.*'))).toEqual({ checked: true, mixed: false });
    expect(chosen.stateOf(nodeOf('guard.*'))).toEqual({ checked: false, mixed: true });
  });

  it('refuses what cannot be chosen, unless it is there to be given up', () => {
    const node = nodeOf('guard.policy.edit');
    expect(exactChoice([], without('guard.policy.edit')).reasonOf(node)).toBe('no guard.policy.edit');
    expect(exactChoice(['guard.policy.edit'], without('guard.policy.edit')).reasonOf(node)).toBeNull();
    expect(exactChoice([], without('guard.policy.edit')).reasonOf(nodeOf('guard.policy.*'))).toBeNull();
  });

  it('gives up what it took, and touches nothing else', () => {
    const chosen = fc.uniqueArray(fc.constantFrom(...KEYS));
    fc.assert(
      fc.property(chosen, fc.constantFrom(...NODES), (value, node) => {
        const taken = exactChoice(value, free).toggled(node, true);
        expect(exactChoice(taken, free).stateOf(node)).toEqual({ checked: true, mixed: false });
        const given = exactChoice(taken, free).toggled(node, false);
        expect(given).toEqual(value.filter((key) => !node.keys.includes(key)));
      }),
    );
  });
});

describe('choosing what a role says', () => {
  const how = { offered: free, without: free, coveredBy: (wide: string) => `by ${wide}` };
  const choiceOf = (patterns: string[], more: Partial<typeof how> = {}) => patternChoice(patterns, { ...how, ...more });

  it('grants a resource as one pattern in place of the narrower ones', () => {
    const taken = choiceOf(['guard.policy.list', 'sys.user.list']).toggled(nodeOf('guard.policy.*'), true);
    expect(taken).toEqual(['sys.user.list', 'guard.policy.*']);
    expect(choiceOf(taken).toggled(nodeOf('guard.policy.*'), false)).toEqual(['sys.user.list']);
  });

  it('shows what a wider pattern grants as chosen, and says which one', () => {
    const choice = choiceOf(['guard.*']);
    expect(choice.stateOf(nodeOf('guard.policy.list'))).toEqual({ checked: true, mixed: false });
    expect(choice.reasonOf(nodeOf('guard.policy.list'))).toBe('by guard.*');
    expect(choice.reasonOf(nodeOf('guard.*'))).toBeNull();
    expect(choiceOf(['*.*.list']).stateOf(nodeOf('guard.*'))).toEqual({ checked: false, mixed: true });
  });

  it('refuses a pattern with something lacking, but not for what would have no effect', () => {
    const node = nodeOf('guard.policy.*');
    const edit = without('guard.policy.edit');
    expect(choiceOf([], { offered: edit }).reasonOf(node)).toBe('no guard.policy.edit');
    expect(choiceOf([], { offered: edit, without: edit }).reasonOf(node)).toBeNull();
    expect(choiceOf([], { without: edit }).reasonOf(nodeOf('guard.policy.edit'))).toBe('no guard.policy.edit');
  });

  it('a pattern more grants all it did before and all it names', () => {
    const patterns = fc.uniqueArray(fc.constantFrom(...PATTERNS));
    fc.assert(
      fc.property(patterns, fc.constantFrom(...PATTERNS), (value, pattern) => {
        const wider = withPattern(value, pattern);
        for (const key of KEYS) {
          const before = [...value, pattern].some((each) => matches(each, key));
          expect(wider.some((each) => matches(each, key))).toBe(before);
        }
        expect(wider.length).toBeLessThanOrEqual(value.length + 1);
      }),
    );
  });
});
