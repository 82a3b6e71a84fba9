import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { covers, grantsOf, includes, matches } from './permissions';

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

function heapUsed(): number {
  collect();
  return process.memoryUsage().heapUsed;
}

describe('permission patterns', () => {
  it.each([
    ['*', 'sys.user.list', true],
    ['guard.*', 'guard.domain.list', true],
    ['guard.*', 'guardx.domain.list', false],
    ['guard.domain.*', 'guard.cert.list', false],
    ['*.*.list', 'sys.user.list', true],
    ['*.*.list', 'sys.user.listing', false],
    ['*.*.view', 'guard.domain.node.view', false],
    ['sys.audit.view', 'sys.audit.view', true],
    ['sys.audit.view', 'sys.audit.viewer', false],
    ['guard.domain.list', 'guard.domain', false],
  ])('%s against %s is %s', (pattern, permission, expected) => {
    expect(matches(pattern, permission)).toBe(expected);
  });

  it('keeps little of what it is asked for, which paths may name without end', () => {
    const grants = grantsOf(['analytics.*.view']);
    const ask = (page: string) => grants.has(`analytics.${page}.view`);
    const before = heapUsed();
    for (let i = 0; i < 5_000; i++) ask(`${i}-${'x'.repeat(4_000)}`);
    for (let i = 0; i < 50_000; i++) ask(String(i));
    expect(heapUsed() - before).toBeLessThan(1 << 20);
    expect(ask('overview')).toBe(true);
  });

  const segment = fc.stringMatching(/^[a-z_]{1,6}$/);
  const permission = fc.tuple(segment, segment, segment).map((s) => s.join('.'));

  it('a permission always grants itself and the union grants what either part grants', () => {
    fc.assert(
      fc.property(permission, fc.array(permission), fc.array(permission), (wanted, a, b) => {
        expect(matches(wanted, wanted)).toBe(true);
        expect(grantsOf([...a, ...b]).has(wanted)).toBe(grantsOf(a).has(wanted) || grantsOf(b).has(wanted));
      }),
    );
  });
});

describe('inclusion of patterns', () => {
  const name = fc.constantFrom('a', 'b', 'c');
  const pattern = fc.array(fc.oneof(name, fc.constant('*')), { minLength: 1, maxLength: 4 }).map((s) => s.join('.'));
  const permission = fc.array(name, { minLength: 1, maxLength: 5 }).map((s) => s.join('.'));
  const set = fc.array(pattern, { maxLength: 4 });
  const known = fc.uniqueArray(permission, { maxLength: 12 });

  /** Permissions of `narrow` with names no pattern spells out; the shortest one and a longer one. */
  const witnesses = (narrow: string) => {
    const fresh = narrow.replaceAll('*', 'zz');
    return narrow.endsWith('*') ? [fresh, `${fresh}.zz`, `${fresh}.zz.zz.zz.zz`] : [fresh];
  };

  it('includes means: whatever the narrow one matches, the wide one matches', () => {
    fc.assert(
      fc.property(pattern, pattern, permission, (wide, narrow, one) => {
        if (includes(wide, narrow) && matches(narrow, one)) expect(matches(wide, one)).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  it('and where it is denied, something shows why', () => {
    fc.assert(
      fc.property(pattern, pattern, (wide, narrow) => {
        expect(includes(wide, narrow)).toBe(witnesses(narrow).every((one) => matches(wide, one)));
      }),
      { numRuns: 2000 },
    );
  });

  it('is reflexive and transitive, and everything is in *', () => {
    fc.assert(
      fc.property(pattern, pattern, pattern, (a, b, c) => {
        expect(includes(a, a)).toBe(true);
        expect(includes('*', a)).toBe(true);
        if (includes(a, b) && includes(b, c)) expect(includes(a, c)).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  it('covers: nobody gains a known permission from a set they cover', () => {
    fc.assert(
      fc.property(set, set, known, (held, wanted, all) => {
        if (!covers(held, wanted, all)) return;
        for (const one of all) if (grantsOf(wanted).has(one)) expect(grantsOf(held).has(one)).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  it('covers grows with what is held, shrinks with what is wanted, and begins at oneself', () => {
    fc.assert(
      fc.property(set, set, set, known, (held, more, wanted, all) => {
        expect(covers(held, held, all)).toBe(true);
        if (covers(held, wanted, all)) expect(covers([...held, ...more], wanted, all)).toBe(true);
        expect(covers(held, [...wanted, ...more], all)).toBe(covers(held, wanted, all) && covers(held, more, all));
      }),
    );
  });

  it('covers by the known permissions where no single pattern does, never the unknown', () => {
    const all = ['guard.policy.list', 'sys.user.list', 'sys.user.create'];
    expect(covers(['guard.*', 'sys.*'], ['*.*.list'], all)).toBe(true);
    expect(covers(['guard.*'], ['*.*.list'], all)).toBe(false);
    expect(covers(['guard.*', 'sys.*'], ['plan.*'], all)).toBe(false);
    expect(covers(['sys.user.*'], ['sys.*'], all)).toBe(false);
    expect(covers(all, ['*'], all)).toBe(false);
  });
});
