import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Parapet, startParapet } from '@/test/parapet';
import type { Command } from './command';
import { describeCommands } from './describe';
import { run } from './main';
import type { Io } from './session';

let parapet: Parapet;
let commands: Command[];
let key: string;
let folder: string;
beforeAll(async () => {
  parapet = await startParapet();
  commands = await describeCommands();
  const made = await parapet.call('POST', '/api/sys/api-keys', { as: 'admin', body: { name: 'command line' } });
  key = made.body.data.api_key;
  folder = mkdtempSync(path.join(tmpdir(), 'parapet-cli-'));
});
afterAll(async () => {
  await parapet.close();
  rmSync(folder, { recursive: true });
});

/** What the program prints, and its exit code; the key must never be in it. */
async function parapetSays(
  argv: string[],
  { env = {}, stdin = '', ask, ...how }: { env?: object; stdin?: string } & Partial<Omit<Io, 'env' | 'stdin'>> = {},
) {
  let out = '';
  let err = '';
  const exit = await run(argv, commands, {
    env: { HOME: folder, PARAPET_URL: parapet.url, PARAPET_API_KEY: key, ...env },
    out: async (part) => {
      out += typeof part === 'string' ? part : Buffer.from(part).toString();
    },
    err: (part) => {
      err += part;
    },
    stdin: async () => stdin,
    ask,
    isTerminal: true,
    isWatched: false,
    ...how,
    version: '1',
  });
  expect(out + err).not.toContain(key);
  return { exit, out, err };
}

const jsonOf = async (...argv: string[]) => JSON.parse((await parapetSays([...argv, '-o', 'json'])).out);

describe('the command line', () => {
  it('creates, shows, lists, changes and deletes', async () => {
    const created = await jsonOf('policies', 'create', '--name', 'shop');
    const id = String(created.policy_id);
    expect((await jsonOf('policies', 'show', id)).name).toBe('shop');
    expect((await parapetSays(['policies', 'list', '--keyword', 'sho', '--columns', 'policy_id,name'])).out).toContain(
      'shop',
    );
    const unknown = await parapetSays(['policies', 'list', '--keyword', 'sho', '--columns', 'name,nope']);
    expect(unknown.err).toMatch(/^No row has nope\. Columns: policy_id, .*name/);
    const none = await parapetSays(['policies', 'list', '--keyword', 'nothing is called so']);
    expect(none).toMatchObject({ exit: 0, out: '', err: 'Nothing found.\n' });
    expect((await parapetSays(['policies', 'update', id, '--name', 'store'])).exit).toBe(0);
    expect((await parapetSays(['policies', 'show', id, '-o', 'yaml'])).out).toContain('name: "store"');
    expect((await parapetSays(['policies', 'delete', id])).exit).toBe(0);
    expect((await parapetSays(['policies', 'show', id])).exit).toBe(5);
  });

  it('reads every page with --all', async () => {
    const names = Array.from({ length: 101 }, (_, i) => `page-${i}`);
    for (const name of names) await parapetSays(['policies', 'create', '--name', name]);
    const rows = await jsonOf('policies', 'list', '--all', '--keyword', 'page-');
    expect(rows.map((row: { name: string }) => row.name).sort()).toEqual(names.sort());
  });

  it('goes on by cursor where a list has one, also after a page with nothing on it', async () => {
    const pages = [
      { list: [], total: 0, next_cursor: '9-0' },
      { list: [{ path: '/cart' }], total: 0, next_cursor: '8-0' },
      { list: [{ path: '/pay' }], total: 2, next_cursor: '' },
    ];
    const asked: (string | undefined)[] = [];
    const server = createServer((request, response) => {
      asked.push(request.url?.replace(/^.*\?/, ''));
      response.setHeader('Content-Type', 'application/json');
      response.end(JSON.stringify({ code: 0, message: 'ok', data: pages[asked.length - 1] }));
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const env = { PARAPET_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, PARAPET_API_KEY: key };
    const said = await parapetSays(['events', 'list', '--all', '--columns', 'path'], { env });
    server.close();
    expect(said).toMatchObject({ exit: 0, err: '' });
    expect(said.out.split(/\s+/).filter(Boolean)).toEqual(['PATH', '/cart', '/pay']);
    expect(asked).toEqual(['size=100&page=1', 'size=100&cursor=9-0', 'size=100&cursor=8-0']);
  });

  it('says which parapet it is, by its command and as every program does', async () => {
    for (const asked of ['version', '--version']) expect((await parapetSays([asked])).out).toBe('parapet 1\n');
  });

  it('says by its exit code what was wrong', async () => {
    const other = { PARAPET_API_KEY: undefined, PARAPET_KEY: key };
    expect((await parapetSays(['policies', 'list'], { env: other })).exit).toBe(0);
    expect((await parapetSays(['policies', 'list'], { env: { PARAPET_API_KEY: 'ppt_none.none' } })).exit).toBe(3);
    expect((await parapetSays(['policies', 'show', '999999'])).exit).toBe(5);
    const refused = await parapetSays(['policies', 'list', '--size', '1000']);
    expect(refused).toMatchObject({ exit: 10, err: 'parapet: size: Use 100 or less.\n' });
    const inChinese = await parapetSays(['policies', 'list', '--size', '1000', '--lang', 'zh-CN']);
    expect(inChinese).toMatchObject({ exit: 10, err: 'parapet: size：不能大于 100。\n' });
    expect((await parapetSays(['policies', 'list'], { env: { PARAPET_URL: 'http://127.0.0.1:1' } })).exit).toBe(9);
    expect((await parapetSays(['account', 'show'], {})).exit).toBe(4);
  });

  it('names the flags that a command takes, in both languages', async () => {
    const english = await parapetSays(['policies', 'list', '--colour', 'red']);
    expect(english.exit).toBe(2);
    expect(english.err).toMatch(/--colour is not taken here\. Taken: .*--keyword/);
    expect((await parapetSays(['policies', 'list', '--colour', 'red', '--lang', 'zh-CN'])).err).toContain('--keyword');
    expect((await parapetSays(['nothing'], { env: { LANG: 'zh_CN.UTF-8' } })).err).toContain('没有 nothing');
  });

  it('says in both languages what kind of value a flag takes', async () => {
    expect((await parapetSays(['policies', 'list', '--size', 'few'])).err).toContain('--size must be a number.');
    const inChinese = await parapetSays(['policies', 'list', '--size', 'few', '--lang', 'zh-CN']);
    expect(inChinese.err).toContain('--size 的取值应为：数字。');
    expect((await parapetSays(['policies', 'list', '--help'])).out).toMatch(/--size +number\n/);
    expect((await parapetSays(['policies', 'list', '--help', '--lang', 'zh-CN'])).out).toMatch(/--size +数字\n/);
  });

  it('reads values from files and standard input', async () => {
    const file = path.join(folder, 'body.json');
    writeFileSync(file, JSON.stringify({ name: 'from a file' }));
    expect((await jsonOf('policies', 'create', '--body', `@${file}`)).name).toBe('from a file');
    const piped = await parapetSays(['policies', 'create', '--name', '-', '-o', 'json'], { stdin: 'piped' });
    expect(JSON.parse(piped.out).name).toBe('piped');
  });

  it('takes objects one by one, or as a list', async () => {
    const { policy_id } = await jsonOf('policies', 'create', '--name', 'with rules');
    const [admin, post] = [
      { field: 'path', op: 'prefix', data: '/admin' },
      { field: 'method', op: 'eq', data: 'POST' },
    ];
    const create = async (...given: unknown[]) => {
      const matches = given.flatMap((value) => ['--matches', JSON.stringify(value)]);
      const words = [
        'acl-rules',
        'create',
        policy_id,
        '--name',
        'r',
        '--action',
        '{"action_type":"block"}',
        ...matches,
      ];
      return (await jsonOf(...words)).matches;
    };
    expect(await create(admin, post)).toEqual([admin, post]);
    expect(await create([admin, post])).toEqual([admin, post]);
    expect(await create(admin)).toEqual([admin]);
    const wrong = ['acl-rules', 'create', policy_id, '--name', 'r', '--matches', '{"field":'];
    expect(await parapetSays(wrong)).toMatchObject({ exit: 2 });
    expect((await parapetSays(['acl-rules', 'create', '--help'])).out).toMatch(/--matches +JSON objects, required/);
  });

  it('shows nothing of another brand', async () => {
    await parapet.call('POST', '/api/guard/policies', { as: 'acme-root', body: { name: 'hidden' } });
    expect((await parapetSays(['policies', 'list', '--all'])).out).not.toContain('hidden');
  });

  it('keeps keys in a file of its owner alone', async () => {
    const env = { PARAPET_URL: undefined, PARAPET_API_KEY: undefined };
    const added = await parapetSays(['profile', 'add', 'here', '--server', parapet.url, '--api-key-file', '-'], {
      env,
      stdin: key,
    });
    expect(added.exit).toBe(0);
    const file = path.join(folder, '.config/parapet/config');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect((await parapetSays(['profile', 'list'], { env })).out).toContain('here');
    expect((await parapetSays(['policies', 'list'], { env })).exit).toBe(0);
    chmodSync(file, 0o644);
    expect((await parapetSays(['policies', 'list'], { env })).exit).toBe(2);
    chmodSync(file, 0o600);
    expect((await parapetSays(['profile', 'remove', 'here'], { env })).exit).toBe(0);
  });

  it('asks for server and key, tries them, and keeps them for its owner alone', async () => {
    const home = mkdtempSync(path.join(folder, 'login-'));
    const env = { HOME: home, PARAPET_URL: undefined, PARAPET_API_KEY: undefined };
    const answers = [parapet.url, ` ${key} `];
    const hidden: (boolean | undefined)[] = [];
    const ask = async (_question: string, isHidden?: boolean) => {
      hidden.push(isHidden);
      return answers.shift() ?? '';
    };
    const kept = await parapetSays(['login'], { env, ask });
    expect([kept.exit, kept.err]).toEqual([0, 'Profile 127.0.0.1 saved and in use.\n']);
    expect(hidden).toEqual([undefined, true]);
    expect(statSync(path.join(home, '.config/parapet/config')).mode & 0o777).toBe(0o600);
    expect((await parapetSays(['policies', 'list'], { env })).exit).toBe(0);
    const piped = await parapetSays(['login', '--server', parapet.url, '--profile', 'piped'], {
      env,
      stdin: `${key}\n`,
    });
    expect(piped.exit).toBe(0);
    expect((await parapetSays(['profile', 'use', '127.0.0.1'], { env })).err).toBe(
      'Profile 127.0.0.1 is now in use.\n',
    );
    expect((await parapetSays(['profile', 'use', '127.0.0.1', '--lang', 'zh'], { env })).err).toContain('已切换到配置');
    const narrow = await parapet.call('POST', '/api/sys/api-keys', {
      as: 'admin',
      body: { name: 'narrow', scopes: ['guard.cert.list'] },
    });
    const stdin = narrow.body.data.api_key;
    expect((await parapetSays(['login', '--server', parapet.url, '--profile', 'narrow'], { env, stdin })).exit).toBe(0);
  });

  it('keeps no key that is wrong or empty, and says so', async () => {
    const env = { HOME: mkdtempSync(path.join(folder, 'none-')), PARAPET_URL: parapet.url, PARAPET_API_KEY: undefined };
    expect((await parapetSays(['login'], { env, stdin: 'ppt_none.none' })).exit).toBe(3);
    for (const argv of [['login'], ['profile', 'add', 'x']]) {
      const empty = await parapetSays(argv, { env, stdin: ' \n' });
      expect([empty.exit, empty.err]).toEqual([2, expect.stringContaining('No API key was given: it is empty.')]);
      const broken = await parapetSays(argv, { env, stdin: 'two words' });
      expect([broken.exit, broken.err]).toEqual([2, expect.stringContaining('is no API key')]);
    }
    expect((await parapetSays(['login'], { env: { ...env, PARAPET_API_KEY: '' } })).err).toContain('it is empty');
    expect((await parapetSays(['profile', 'list'], { env })).out).not.toContain(parapet.url);
  });

  it('refuses what a command beside the endpoints does not take, and has help of each', async () => {
    for (const [argv, said] of [
      [['profile', 'list', '--bogus'], '--bogus is not taken here, nor is any other.'],
      [['profile', 'list', 'x'], 'Not expected: x.'],
      [['profile', 'use'], 'Missing: NAME.'],
      [['version', '--bogus', '1'], '--bogus is not taken here, nor is any other.'],
      [['diff', '-f', 'x', '--yes'], '--yes is not taken here. Taken: --folder --user --prune.'],
      [['export', '-f'], '--folder needs a value.'],
      [['policies', 'list', '--keyword'], '--keyword needs a value.'],
    ] as const) {
      const { exit, err } = await parapetSays([...argv]);
      expect([exit, err]).toEqual([2, expect.stringContaining(said)]);
    }
    for (const name of ['api', 'apply', 'completion', 'diff', 'events tail', 'export', 'login', 'profile', 'version']) {
      const { exit, out } = await parapetSays([...name.split(' '), '--help']);
      expect([exit, out]).toEqual([0, expect.stringContaining(`  parapet ${name}`)]);
      expect((await parapetSays([...name.split(' '), '--help', '--lang', 'zh-CN'])).out).toMatch(/\p{Script=Han}/u);
    }
    expect((await parapetSays(['events', '--help'])).out).toMatch(/^ {2}tail +print events/m);
  });

  it('waits for the whole of a download no longer than its timeout', async () => {
    const server = createServer((_request, response) => {
      response.writeHead(200, { 'Content-Type': 'text/plain' });
      response.write('the first part\n');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const env = { PARAPET_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
    const { exit, err } = await parapetSays(['api', 'GET', '/api/x', '--timeout', '1'], { env });
    expect([exit, err]).toEqual([9, 'parapet: No answer within 1 s.\n']);
    server.closeAllConnections();
    server.close();
  });

  it('says how far long lists and downloads are where somebody watches and what is printed goes elsewhere', async () => {
    const total = 250;
    const server = createServer(async (request, response) => {
      await setTimeout(350);
      if (request.url?.startsWith('/api/x')) {
        response.writeHead(200, { 'Content-Type': 'text/csv', 'Content-Length': 3_000_000 });
        response.write(Buffer.alloc(1_500_000, 'x'));
        await setTimeout(700);
        return response.end(Buffer.alloc(1_500_000, 'x'));
      }
      const page = Number(new URL(request.url ?? '', 'http://x').searchParams.get('page'));
      const list = Array.from({ length: Math.min(100, total - (page - 1) * 100) }, (_, i) => ({ id: i }));
      response.setHeader('Content-Type', 'application/json');
      response.end(JSON.stringify({ code: 0, message: 'ok', data: { list, total } }));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const env = { PARAPET_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
    const all = ['policies', 'list', '--all', '-o', 'json'];
    const watched = { env, isTerminal: false, isWatched: true };
    const { out, err } = await parapetSays(all, watched);
    expect(JSON.parse(out)).toHaveLength(total);
    const clear = '\r\u001b[K';
    expect(err).toBe(`${clear}100 / 250${clear}200 / 250${clear}250 / 250${clear}`);
    const download = await parapetSays(['api', 'GET', '/api/x'], watched);
    const lines = download.err.split(clear);
    expect([lines[0], lines[1], lines.at(-1)]).toEqual(['', expect.stringMatching(/^\d\.\d \/ 3\.0 MB$/), '']);
    expect(download.out).toHaveLength(3_000_000);
    for (const how of [{ isWatched: false }, { isTerminal: true }]) {
      expect((await parapetSays(all, { ...watched, ...how })).err).toBe('');
    }
    server.close();
  });

  it('follows no redirect and escapes what would drive the terminal', async () => {
    const seen: (string | undefined)[] = [];
    const server = createServer((request, response) => {
      seen.push(request.url);
      if (request.url === '/api/x') return response.writeHead(302, { Location: '/api/elsewhere' }).end();
      response.setHeader('Content-Type', 'application/json');
      response.end(
        JSON.stringify({ code: 0, message: 'ok', data: { list: [{ name: '\u001b[2J\u202eevil' }], total: 1 } }),
      );
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const env = { PARAPET_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
    for (const format of ['table', 'json', 'yaml']) {
      const { out } = await parapetSays(['policies', 'list', '-o', format], { env });
      expect(out).toContain('\\u001b[2J\\u202eevil');
    }
    expect((await parapetSays(['api', 'GET', '/api/x'], { env })).exit).toBe(9);
    expect(seen).not.toContain('/api/elsewhere');
    server.close();
  });

  it('has a script of completion for each shell', async () => {
    for (const shell of ['bash', 'zsh', 'fish']) {
      const { out } = await parapetSays(['completion', shell]);
      for (const word of ['policies', 'apply', 'tail', 'login', 'prune']) expect(out, shell).toContain(word);
    }
  });
});
