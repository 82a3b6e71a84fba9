import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { request } from '@/scripts/request';
import { aclRule, ccRule, policyOf, startSite, type TestNginx, wafGroup } from './testing';

/** Expressions that PCRE gives up on text which somebody chose for them. */
const at = (path: string) => ({ field: 'path', op: 'eq', data: path });
const q = (data: string, op = 'regex') => ({ field: 'arg:q', op, data });
const DOUBLES = '(a+)+b';
const DIVIDES = '^a.*b.*[cd]$';
const ONCE = { threshold: 1, period: 3_600 };
const policy = policyOf({
  acl_rules: [
    aclRule(1, [at('/block'), q(DOUBLES)]),
    aclRule(2, [at('/divides'), q(DIVIDES)]),
    aclRule(3, [at('/unless'), q(DOUBLES, 'not_regex')]),
    aclRule(4, [at('/allow'), q(DOUBLES)], { action_type: 'allow' }),
    aclRule(5, [at('/allow')]),
    aclRule(6, [at('/allow-unless'), q(DOUBLES, 'not_regex')], { action_type: 'allow' }),
    aclRule(7, [at('/allow-unless')]),
  ],
  cc_rules: [
    ccRule(8, [at('/count'), q(DOUBLES)], ONCE),
    ccRule(9, [at('/count-unless'), q(DOUBLES, 'not_regex')], ONCE),
  ],
  waf_groups: [
    wafGroup(10, 0, [
      { zone: 'URL', pattern: '/group', pattern_type: 2 },
      { zone: 'ARGS', pattern: DOUBLES, pattern_type: 5 },
    ]),
    wafGroup(11, 0, [
      { zone: 'URL', pattern: '/group-unless', pattern_type: 2 },
      { zone: 'ARGS', pattern: DOUBLES, pattern_type: 5, is_not: true },
    ]),
  ],
});

let nginx: TestNginx;
let stop: (() => Promise<void>) | undefined;
beforeAll(async () => {
  ({ nginx, stop } = await startSite({ policy }));
}, 120_000);
afterAll(() => stop?.());

async function asked(path: string, value: string, more = ''): Promise<number> {
  const headers = { Host: 'shop.example.com', 'User-Agent': 'test', Accept: '*/*' };
  const query = `q=${encodeURIComponent(value)}${more}`;
  return (await request(`http://127.0.0.1:${nginx.http}`, { method: 'GET', path: `${path}?${query}`, headers })).status;
}

const PLAIN = 'aab';
/** It has a `b`, so that PCRE does not see at once that it cannot match. */
const CHOSEN = `${'a'.repeat(40)}cb`;
const OTHER = 'hello';

describe('an expression that is given up', () => {
  it.each([
    ['refuses where a match does', '/block', [403, 403, 200]],
    ['refuses where no match does', '/unless', [200, 403, 403]],
    ['allows nothing that a match does', '/allow', [200, 403, 403]],
    ['allows nothing that no match does', '/allow-unless', [403, 403, 200]],
    ['of a group refuses where a match does', '/group', [403, 403, 200]],
    ['of a group refuses where no match does', '/group-unless', [200, 403, 403]],
  ])('%s', async (_, path, expected) => {
    expect([await asked(path, PLAIN), await asked(path, CHOSEN), await asked(path, OTHER)]).toEqual(expected);
  });

  it('refuses where text can be divided anywhere', async () => {
    expect(await asked('/divides', 'abbc')).toBe(403);
    expect(await asked('/divides', `${'ab'.repeat(3_500)}e`)).toBe(403);
    expect(await asked('/divides', `${'ab'.repeat(100)}e`)).toBe(200);
  });

  it.each([
    ['', '/count', OTHER],
    [' that is turned round', '/count-unless', PLAIN],
  ])('of a limit%s is counted', async (_, path, uncounted) => {
    expect([await asked(path, uncounted), await asked(path, uncounted)]).toEqual([200, 200]);
    expect([await asked(path, CHOSEN), await asked(path, CHOSEN)]).toEqual([200, 429]);
  });
});

it('values on which an expression is given up do not hold a worker up for long', async () => {
  const before = nginx.workersCpuS();
  await asked('/block', CHOSEN, `&q=${CHOSEN}`.repeat(150));
  expect(nginx.workersCpuS() - before).toBeLessThan(3);
});
