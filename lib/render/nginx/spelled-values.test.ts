import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aclRule, ccRule, policyOf, startSite, type TestNginx, wafGroup } from './testing';

/** Cookies, arguments and lengths in the ways in which origins read one and the same. */
const is = (field: string, data: string, op = 'eq') => ({ field, op, data });
const at = (path: string) => is('path', path);
const ONCE = { threshold: 1, period: 3_600 };
const COUNTED: readonly (readonly [string, ...ReturnType<typeof is>[]])[] = [
  ['/arg', is('arg:q', 'a b/c')],
  ['/arg-part', is('arg:q', 'evil', 'contains')],
  ['/arg-not', is('arg:q', 'good', 'ne'), is('arg:q', '', 'exists')],
  ['/arg-end', is('arg:q r', '.php', 'suffix')],
  ['/cookie', is('cookie:c', 'evil')],
  ['/cookie-in', is('cookie:c', 'evil,bad', 'in')],
  ['/counted', is('header:x-key', 'evil')],
  ['/agent', is('user_agent', '^evil$', 'regex')],
];
const policy = policyOf({
  acl_rules: [
    aclRule(1, [at('/eq'), is('cookie:c', 'evil')]),
    aclRule(2, [at('/regex'), is('cookie:c', '^ev[i]l$', 'regex')]),
    aclRule(3, [at('/ne'), is('cookie:c', 'good', 'ne')]),
    aclRule(4, [at('/exists'), is('cookie:c', '', 'exists')]),
    aclRule(5, [at('/any'), is('cookie', 'evil', 'prefix')]),
    aclRule(6, [at('/big'), is('content_length', '100', 'gt')]),
    aclRule(7, [at('/huge'), is('content_length', '1000000', 'gt')]),
    aclRule(8, [at('/small'), is('content_length', '10', 'lt'), is('header:x-key', 'yes', 'ne')]),
    aclRule(9, [at('/header'), is('header:x-key', 'evil')]),
    aclRule(10, [at('/header'), is('header:x-key', '^ev[i]l$', 'regex')]),
    aclRule(11, [at('/not-header'), is('header:x-key', 'good', 'ne')]),
    aclRule(12, [at('/any-header'), is('header', 'evil', 'suffix')]),
  ],
  cc_rules: COUNTED.map(([path, ...matches], i) => ccRule(20 + i, [at(path), ...matches], ONCE)),
  waf_groups: [
    wafGroup(10, 0, [
      { zone: 'URL', pattern: '/group', pattern_type: 2 },
      { zone: 'COOKIE', sub_field: 'c', pattern: 'evil', pattern_type: 2 },
    ]),
  ],
});

let nginx: TestNginx;
let stop: (() => Promise<void>) | undefined;
beforeAll(async () => {
  ({ nginx, stop } = await startSite({ policy, coreRules: false }));
}, 120_000);
afterAll(() => stop?.());

/** The status of a request with these lines, sent as they are. */
async function asked(target: string, lines: readonly string[] = [], body = '', method = 'GET'): Promise<number> {
  const socket = connect({ host: '127.0.0.1', port: nginx.http });
  const head = [`${method} ${target} HTTP/1.1`, 'Host: shop.example.com', 'Accept: */*', ...lines];
  if (!lines.some((line) => line.startsWith('User-Agent'))) head.push('User-Agent: test');
  socket.write(`${[...head, 'Connection: close', '', ''].join('\r\n')}${body}`);
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk;
  });
  await once(socket, 'close');
  return Number(answer.split(' ')[1] ?? 0);
}
const withCookie = (path: string, ...cookies: string[]) =>
  asked(
    path,
    cookies.map((one) => `Cookie: ${one}`),
  );

const TABBED = ['X-Key:evil', 'X-Key: evil ', 'X-Key:\tevil', 'X-Key: evil\t', 'x-key: \t evil \t '];
describe('a rule on a header', () => {
  it.each(TABBED)('has %j', async (line) => {
    for (const path of ['/header', '/not-header', '/any-header']) expect(await asked(path, [line])).toBe(403);
  });

  it('has none that says something else', async () => {
    for (const path of ['/header', '/any-header']) expect(await asked(path, ['X-Key: evil x'])).toBe(200);
    expect(await asked('/not-header', ['X-Key:\tgood\t'])).toBe(200);
  });
});

const SPELLINGS = [
  ...['c=evil', 'c =evil', 'c= evil', ' c\t=\tevil ', 'c="evil"', 'c = "evil"', 'c=%65vil', 'c="%65vil"'],
  ...['c="\\145vil"', 'c="\\evil"', 'a=1; c=evil', ';c=evil'],
];
describe('a rule on a cookie', () => {
  it.each(SPELLINGS)('has %s', async (cookie) => {
    for (const path of ['/eq', '/regex', '/ne', '/exists', '/group']) expect(await withCookie(path, cookie)).toBe(403);
  });

  it('has it in any of several headers, and of several of its name', async () => {
    expect(await withCookie('/eq', 'c=good; c=evil')).toBe(403);
    expect(await withCookie('/eq', 'a=1', 'c=evil')).toBe(403);
  });

  it.each(['c=evil2', 'c=good', 'cc=evil', 'c=%2565vil', 'd="c=evil"'])('does not have %s', async (cookie) => {
    for (const path of ['/eq', '/regex', '/group']) expect(await withCookie(path, cookie)).toBe(200);
  });

  it('that is turned round has none of these', async () => {
    expect(await withCookie('/ne', 'c=good')).toBe(200);
    expect(await withCookie('/ne', 'c = "g%6fod"')).toBe(200);
  });

  it('without a name has any', async () => {
    expect(await withCookie('/any', 'x="%65vil"')).toBe(403);
  });
});

/** Statuses of so many requests, of which the first that counts is the last that passes. */
const limited = async (each: readonly (() => Promise<number>)[]) => {
  const answers: number[] = [];
  for (const ask of each) answers.push(await ask());
  return answers;
};

describe('a limit', () => {
  it.each([
    ['/arg', ['q=a+b/c', 'q=a%20b%2Fc', 'q=%61+b%2fc', '%71=a%20b/c', 'x=1&q=a+b/c', 'q=good&q=a+b/c']],
    ['/arg-part', ['q=1evil2', 'q=1%65%76il2', '%71=x%65vil']],
    ['/arg-not', ['q=bad', 'q=', 'q']],
    ['/arg-end', ['q+r=x.php', 'q%20r=x%2ephp']],
  ])('on an argument of %s counts it in each spelling', async (path, queries) => {
    const answers = await limited(queries.map((query) => () => asked(`${path}?${query}`)));
    expect(answers).toEqual([200, ...queries.slice(1).map(() => 429)]);
  });

  it.each([
    ['/arg', ['q=a+b/cd', 'qq=a+b/c', 'q=xa+b/c', 'p=q=a+b/c']],
    ['/arg-not', ['q=good', 'q=%67ood']],
  ])('on an argument of %s does not count what only looks like it', async (path, queries) => {
    const answers = await limited(queries.flatMap((query) => [() => asked(`${path}?${query}`)]));
    // One more would be refused if one of them had been counted before the test above.
    expect(answers).toEqual(queries.map(() => 200));
  });

  it('on a header counts it with whatever is around it', async () => {
    const tabbed = TABBED.map((line) => () => asked('/counted', [line]));
    expect(await limited(tabbed)).toEqual([200, ...TABBED.slice(1).map(() => 429)]);
    const agents = ['evil', '\tevil', 'evil\t'].map((agent) => () => asked('/agent', [`User-Agent: ${agent}`]));
    expect(await limited(agents)).toEqual([200, 429, 429]);
    expect(await asked('/counted', ['X-Key: evil x'])).toBe(200);
  });

  it.each(['/cookie', '/cookie-in'])('on a cookie of %s counts it in each spelling', async (path) => {
    const ways = ['c=evil', 'c = evil', 'c="evil"', 'c=%65vil', 'a=1; c=evil', 'c=good; c=evil'];
    const answers = await limited(ways.map((cookie) => () => withCookie(path, cookie)));
    expect(answers).toEqual([200, ...ways.slice(1).map(() => 429)]);
    expect(await withCookie(path, 'c=good')).toBe(200);
  });
});

describe('a rule on the length of a body', () => {
  const sized = (path: string, bytes: number) => asked(path, [`Content-Length: ${bytes}`], 'x'.repeat(bytes), 'POST');
  const chunked = (path: string, bytes: number) =>
    asked(path, ['Transfer-Encoding: chunked'], `${bytes.toString(16)}\r\n${'x'.repeat(bytes)}\r\n0\r\n\r\n`, 'POST');

  it.each([
    ['/big', 101, 403],
    ['/big', 100, 200],
    ['/small', 9, 403],
    ['/small', 10, 200],
  ])('of %s has %i bytes, whether or not the request says so', async (path, bytes, expected) => {
    expect([await sized(path, bytes), await chunked(path, bytes)]).toEqual([expected, expected]);
  });

  it('takes what is not read to its end for longer than any length', async () => {
    expect([await sized('/huge', 200_000), await chunked('/huge', 200_000)]).toEqual([200, 403]);
    expect([await chunked('/huge', 100_000), await sized('/huge', 1_000_001)]).toEqual([200, 403]);
  });

  it('is not about requests without a body', async () => {
    expect(await asked('/small')).toBe(200);
  });
});
