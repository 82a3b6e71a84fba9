import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Config, readConfig } from '@/lib/config/env';
import { runtimeParts } from '@/lib/generated/runtime-parts';
import { testDatabase } from '@/test/parapet';
import { PASSWORD } from '@/test/people';
import { Closers } from './closers';
import type { Core } from './core';
import { openParts, type RuntimePart } from './part';
import { openRuntime, type Runtime } from './runtime';

const core = {} as Core;

/** A part that writes down what happens to it. */
const noted = (log: string[], name: string, after: readonly string[] = [], fails?: 'open' | 'close'): RuntimePart => ({
  name,
  after,
  open: () => {
    log.push(`open ${name}`);
    if (fails === 'open') throw new Error(`${name} does not open`);
    return name;
  },
  close: async (value) => {
    log.push(`close ${value}`);
    if (fails === 'close') throw new Error(`${name} does not close`);
  },
});

it('opens each part after those it needs and closes in reverse', async () => {
  const log: string[] = [];
  const closers = new Closers();
  const parts = [noted(log, 'top', ['left', 'right']), noted(log, 'right', ['base']), noted(log, 'left')];
  const opened = await openParts(core, [...parts, noted(log, 'base')], closers);
  expect(log).toEqual(['open left', 'open base', 'open right', 'open top']);
  expect(opened).toEqual({ left: 'left', base: 'base', right: 'right', top: 'top' });
  await closers.close();
  expect(log.slice(4)).toEqual(['close top', 'close right', 'close base', 'close left']);
});

it('gives a part the core and what was opened before it', async () => {
  let seen: object = {};
  const last: RuntimePart = {
    name: 'last',
    after: ['first'],
    open: (given) => {
      seen = given;
    },
  };
  await openParts({ localToken: 'secret' } as Core, [last, noted([], 'first')], new Closers());
  expect(seen).toEqual({ localToken: 'secret', first: 'first' });
});

it('can close what was opened before a part that does not open', async () => {
  const log: string[] = [];
  const closers = new Closers();
  const parts = [noted(log, 'one'), noted(log, 'two', ['one']), noted(log, 'three', ['two'], 'open')];
  await expect(openParts(core, [...parts, noted(log, 'four', ['three'])], closers)).rejects.toThrow('three does not');
  await closers.close();
  expect(log).toEqual(['open one', 'open two', 'open three', 'close two', 'close one']);
});

it('closes the others when one does not close, and says so', async () => {
  const log: string[] = [];
  const closers = new Closers();
  await openParts(core, [noted(log, 'one', [], 'close'), noted(log, 'two'), noted(log, 'three', [], 'close')], closers);
  const failure = await closers.close().catch((error: unknown) => error);
  expect(log.slice(3)).toEqual(['close three', 'close two', 'close one']);
  expect((failure as AggregateError).errors.map(String)).toEqual([
    'Error: three does not close',
    'Error: one does not close',
  ]);
  await closers.close();
  expect(log).toHaveLength(6);
});

it.each([
  ['that need each other', [noted([], 'a', ['b']), noted([], 'b', ['a'])], 'cannot be opened: a, b'],
  ['that need one there is not', [noted([], 'a', ['nowhere'])], 'cannot be opened: a'],
  ['of one name', [noted([], 'a'), noted([], 'a')], 'cannot be opened: a'],
])('refuses parts %s', async (_, parts, message) => {
  await expect(openParts(core, parts, new Closers())).rejects.toThrow(message);
});

it('finds a new part by its folder: no other file changes', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'parapet-part-'));
  try {
    mkdirSync(path.join(folder, 'lib/scratch/clock'), { recursive: true });
    const source = `export const clock = runtimePart({ name: 'clock', open: () => 'ticks' });\n`;
    const file = path.join(folder, 'lib/scratch/clock/runtime.ts');
    writeFileSync(file, `const runtimePart = (part: object) => part;\n${source}`);
    writeFileSync(path.join(folder, 'lib/scratch/runtime.ts'), 'export const other = 1;\n');
    const tsx = createRequire(import.meta.url).resolve('tsx/cli');
    execFileSync(process.execPath, [tsx, path.resolve('scripts/generate.ts')], { cwd: folder });
    expect(readFileSync(path.join(folder, 'lib/generated/runtime-parts.ts'), 'utf8').split('\n').slice(1, 5)).toEqual([
      `import * as lib_scratch_clock_runtime from '@/lib/scratch/clock/runtime';`,
      '',
      'export const runtimeParts = [',
      '  ...Object.values(lib_scratch_clock_runtime),',
    ]);
    const parts = Object.values((await import(file)) as Record<string, RuntimePart>);
    expect(await openParts(core, parts, new Closers())).toEqual({ clock: 'ticks' });
  } finally {
    rmSync(folder, { recursive: true });
  }
});

describe('the runtime', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'parapet-parts-'));
  let config: Config;
  const database = testDatabase();
  beforeAll(async () => {
    const url = (await database)?.url;
    const env = { NODE_ENV: 'test', DATA_DIR: folder, ADMIN_PASSWORD: PASSWORD, LOG_LEVEL: 'fatal' };
    config = readConfig({ ...env, ...(url ? { DATABASE_URL: url } : {}) });
  });
  afterAll(async () => {
    await (await database)?.drop();
    rmSync(folder, { recursive: true });
  });

  it('closes everything when its last part does not open', async () => {
    let given: Runtime | undefined;
    const last = {
      name: 'last',
      after: runtimeParts.map(({ name }) => name),
      open(opened: Runtime) {
        given = opened;
        throw new Error('last does not open');
      },
    };
    runtimeParts.push(last as never);
    try {
      await expect(openRuntime(config)).rejects.toThrow('last does not open');
    } finally {
      runtimeParts.pop();
    }
    await expect(
      given?.store.transaction((tx) => tx.selectFrom('users').select('user_id').execute()),
    ).rejects.toThrow();
    await expect(given?.analytics.store.query('select 1')).rejects.toThrow();
  });

  it('then opens, with every part there is', async () => {
    const runtime = await openRuntime(config);
    for (const { name } of runtimeParts) expect(runtime[name], name).toBeDefined();
    await runtime.close();
  });
});
