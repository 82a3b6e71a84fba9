import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Parapet, startParapet } from '@/test/parapet';
import { bundle } from './bundle';
import { selfExtracting, unsigned } from './executable';

const run = promisify(execFile);

let parapet: Parapet;
let folder: string;
let program: string;
beforeAll(async () => {
  parapet = await startParapet();
  folder = mkdtempSync(path.join(tmpdir(), 'parapet-cli-test-'));
  program = path.join(folder, 'parapet.cjs');
  writeFileSync(program, await bundle('v1.2.3-4'));
});
afterAll(async () => {
  await parapet.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('the bundle', () => {
  const cli = async (args: string[], env: Record<string, string> = {}) => {
    const own = { PATH: process.env.PATH, HOME: folder, PARAPET_URL: parapet.url, LANG: 'C', ...env } as never;
    return run(process.execPath, [program, ...args], { env: own }).then(
      ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
      ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
    );
  };

  it('knows its version and its commands, and has only the schemas that configuration is read with', async () => {
    expect((await cli(['version'])).stdout).toBe('parapet v1.2.3-4\n');
    expect((await cli(['policies', 'create', '--help'])).stdout).toContain('--name');
    expect((await bundle('v1.2.3-4')).length).toBeLessThan(1_500_000);
  });

  it('ends without a word where nobody reads on', async () => {
    const ended = run(process.execPath, [program, 'completion', 'fish']);
    ended.child.stdout?.destroy();
    await expect(ended).rejects.toMatchObject({ code: 141, stderr: '' });
  });

  it('is the agent of a node, too, and says what it lacks', async () => {
    expect(await cli(['node'], { PARAPET_URL: '' })).toMatchObject({ code: 1 });
    expect((await cli(['node'], { PARAPET_URL: 'nowhere' })).stderr).toContain('PARAPET_URL');
    const refused = await cli(['node'], { NODE_TOKEN: 'pne_wrong', NODE_DIR: path.join(folder, 'node') });
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('/api/guard/nodes/enrol: 401') });
    expect((await cli(['node', 'install'])).stderr).toContain('install.sh');
    expect((await cli(['node', 'remove'])).code).toBe(2);
  });

  it('keeps configuration as files', async () => {
    const issued = await parapet.call('POST', '/api/sys/api-keys', { as: 'admin', body: { name: 'Files' } });
    const env = { PARAPET_API_KEY: issued.body.data.api_key as string };
    const files = path.join(folder, 'files');
    mkdirSync(path.join(files, 'policies'), { recursive: true });
    writeFileSync(path.join(files, 'policies/shop.yaml'), 'name: shop\n');
    expect(await cli(['apply', '-f', files, '--yes'], env)).toMatchObject({ code: 0 });
    expect(await cli(['diff', '-f', files], env)).toMatchObject({ code: 0, stdout: 'Nothing to do.\n' });
  });

  it('creates, lists, changes and deletes on a real server, and says what is wrong by its exit code', async () => {
    const issued = await parapet.call('POST', '/api/sys/api-keys', { as: 'admin', body: { name: 'Command line' } });
    const env = { PARAPET_API_KEY: issued.body.data.api_key as string };
    const made = await cli(['policies', 'create', '--name', 'By hand', '-o', 'json'], env);
    expect(made, made.stderr).toMatchObject({ code: 0 });
    const { policy_id } = JSON.parse(made.stdout);
    expect((await cli(['policies', 'list', '--all'], env)).stdout).toContain('By hand');
    expect((await cli(['policies', 'update', policy_id, '--name', 'Renamed'], env)).code).toBe(0);
    expect((await cli(['policies', 'show', policy_id], env)).stdout).toContain('Renamed');
    expect((await cli(['policies', 'delete', policy_id], env)).code).toBe(0);
    expect((await cli(['policies', 'show', policy_id], env)).code).toBe(5);
    expect((await cli(['policies', 'list', '--nonsense', '1'], env)).code).toBe(2);
    const refused = await cli(['policies', 'list'], { PARAPET_API_KEY: 'wrong.key-of-somebody' });
    expect(refused.code).toBe(3);
    expect(refused.stderr).not.toContain('key-of-somebody');
    expect((await cli(['policies', 'list'], { ...env, PARAPET_URL: 'http://127.0.0.1:9' })).code).toBe(9);
  });
});

describe('a program of Windows', () => {
  it('loses its signature, to which nothing points any more, and nothing else', () => {
    const program = Buffer.alloc(1024, 'p');
    program.writeUInt32LE(0x80, 0x3c);
    const entry = 0x80 + 24 + 112 + 32;
    program.writeUInt32LE(1000, entry);
    program.writeUInt32LE(24, entry + 4);
    const without = unsigned(program);
    expect(without).toHaveLength(1000);
    expect(without.readBigUInt64LE(entry)).toBe(0n);
    expect(without.subarray(0, entry)).toEqual(program.subarray(0, entry));
    expect(without.subarray(entry + 8)).toEqual(program.subarray(entry + 8, 1000));
    expect(unsigned(without)).toEqual(without);
  });
});

describe.each(['dash', 'bash'])('a file that unpacks itself, under %s', (shell) => {
  it('runs the program with its arguments, unpacks once, and many starts at once do not disturb each other', async () => {
    const home = path.join(folder, shell);
    mkdirSync(home);
    const node = path.join(home, 'node');
    writeFileSync(node, '#!/bin/sh\nshift\nprintf "%s|" "$@"\nexit 7\n');
    chmodSync(node, 0o755);
    const file = path.join(home, 'parapet with space');
    writeFileSync(file, selfExtracting(node, 'program', home));
    const start = () =>
      run(shell, [file, 'a b', '$c'], { env: { PATH: process.env.PATH, HOME: home } as never }).catch((error) => error);
    const all = await Promise.all(Array.from({ length: 6 }, start));
    for (const { code, stdout, stderr } of [...all, await start()])
      expect([code, stdout, stderr]).toEqual([7, 'a b|$c|', '']);
    expect(readdirSync(path.join(home, '.cache/parapet'))).toHaveLength(1);
  });
});
