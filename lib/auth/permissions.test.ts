import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { grantsOf, matches } from './permissions';

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
