import { copyFileSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { AUDIT_OK } from '@/lib/audit/record';
import { readManifest } from '@/lib/backup/manifest';
import { backUp } from '@/lib/backup/take';
import { contentOf, makePlaces, withStore } from '@/lib/backup/testing';
import type { Config } from '@/lib/config/env';
import { type Parapet, startParapet } from '@/test/parapet';
import { runScript, startScript } from '@/test/script';

/** Writes before and after a backup. */
const MANY = 20;

const places = makePlaces();
let parapet: Parapet;
let dir: string;
beforeAll(async () => {
  parapet = await startParapet();
  dir = places.dir();
});
afterAll(async () => {
  await parapet.close();
  await places.close();
});

const environmentOf = ({ DATA_DIR, DATABASE_URL = '' }: Config) => ({ DATA_DIR, DATABASE_URL });
const restoreInto = (config: Config) => runScript('restore', [dir], environmentOf(config));

/** Adds policies without a pause until `stop`. `acknowledged` are those that were, in their order. */
function keepWriting() {
  const acknowledged: string[] = [];
  let isOver = false;
  const writer = async (name: string) => {
    for (let n = 0; !isOver; n++) {
      const { status, body } = await parapet.call('POST', '/api/guard/policies', {
        as: 'acme-root',
        body: { name: `${name} ${n}` },
      });
      expect(status, JSON.stringify(body)).toBe(201);
      acknowledged.push(body.data.policy_id);
    }
  };
  const writing = Promise.all(['a', 'b', 'c', 'd'].map(writer));
  const more = async () => {
    const seen = acknowledged.length;
    await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(seen + MANY), { timeout: 20_000 });
  };
  const stop = async () => {
    isOver = true;
    await writing;
  };
  return { acknowledged, more, stop };
}

const secretKeyOf = ({ DATA_DIR }: Config) => path.join(DATA_DIR, 'secret.key');

const createdIn = (config: Config) =>
  withStore(config, async ({ read }) => ({
    policies: await read.selectFrom('policies').select('policy_id').execute(),
    last: (await read.selectFrom('audit_logs').select('id').orderBy('id', 'desc').limit(1).execute())[0]?.id ?? 0,
  }));

describe('backup and restore', () => {
  it('give a moment of a store that is written to, with all that was acknowledged before it', async () => {
    const { acknowledged, more, stop } = keepWriting();
    await more();
    const early = [...acknowledged];
    const taken = await runScript('backup', [dir], environmentOf(parapet.runtime.config));
    await more();
    await stop();
    expect(taken.output).toMatch(/^\d+ rows of \d+ tables are in .*, read back and sound \(.* s\)\n/);
    expect(taken.output).toContain('\n0 events are in it\n');
    expect(taken.output).toContain(`\nThe secret key ${parapet.runtime.seal.current.kek_id} is not in it`);
    expect(taken.code).toBe(0);

    const target = places.embedded();
    const restored = await restoreInto(target);
    expect([restored.code, restored.output]).toEqual([0, expect.stringContaining(`are in ${target.DATA_DIR}\n`)]);
    expect(restored.output).toContain('\n0 events are restored\nBefore the start give the secret key ');
    copyFileSync(secretKeyOf(parapet.runtime.config), secretKeyOf(target));
    const verified = await runScript('verify-audit', [], environmentOf(target));
    expect(verified).toEqual({ code: 0, output: expect.stringMatching(/^operations: \d+ rows, each follows/) });

    const { policies, last } = await createdIn(target);
    const there = new Set(policies.map((row) => row.policy_id));
    const written = await parapet.runtime.store.read
      .selectFrom('audit_logs')
      .select(['id', 'resource_id'])
      .where('action', '=', 'guard.policy.create')
      .where('status', '=', AUDIT_OK)
      .execute();
    expect(new Set(written.filter(({ id }) => id <= last).map((row) => row.resource_id))).toEqual(there);
    expect(written.filter(({ id }) => id > last).length).toBeGreaterThan(MANY);
    expect(early.filter((policy_id) => !there.has(policy_id))).toEqual([]);
  }, 60_000);

  it('say whether the key is at hand', async () => {
    const target = await places.fresh();
    mkdirSync(target.DATA_DIR, { recursive: true });
    copyFileSync(secretKeyOf(parapet.runtime.config), secretKeyOf(target));
    const { output } = await restoreInto(target);
    expect(output).toContain(`The secret key ${parapet.runtime.seal.current.kek_id} is at hand`);
  });

  it('can be killed at any moment and called again', async () => {
    const began = performance.now();
    const timed = await places.fresh();
    expect((await restoreInto(timed)).code).toBe(0);
    const whole = performance.now() - began;

    const target = await places.fresh();
    for (const share of [0.5, 0.7, 0.8, 0.9]) {
      const { child, ended } = startScript('restore', [dir], environmentOf(target));
      const late = setTimeout(() => child.kill('SIGKILL'), whole * share);
      const { code } = await ended;
      clearTimeout(late);
      if (code === 0) break;
    }
    const again = await restoreInto(target);
    if (again.code !== 0) expect(again.output).toContain('is not empty');
    expect(contentOf(await backUp(target, places.dir()))).toEqual(contentOf(readManifest(dir)));

    const folder = places.dir();
    const { child, ended } = startScript('backup', [folder], environmentOf(timed));
    setTimeout(() => child.kill('SIGKILL'), whole * 0.7);
    if ((await ended).code !== 0) expect((await runScript('restore', [folder], environmentOf(timed))).code).toBe(2);
  }, 120_000);

  it('end with 2 and one line when they cannot', async () => {
    const running = environmentOf(parapet.runtime.config);
    const nothing = environmentOf(places.embedded());
    for (const [script, args, env, reason] of [
      ['backup', [], running, 'No backup was made: name one folder'],
      ['backup', [places.dir()], nothing, 'No backup was made: DATA_DIR: there is no store'],
      ['backup', [dir], running, `No backup was made: ${dir} is not empty`],
      ['backup', [places.dir()], { ...nothing, DATABASE_URL: 'postgres://x@127.0.0.1:1/x' }, 'No backup was made: '],
      ['restore', [places.dir()], nothing, 'Nothing was restored: there is no whole backup'],
      ['restore', [dir, '--force'], nothing, "Nothing was restored: Unknown option '--force'"],
    ] as const) {
      const { code, output } = await runScript(script, args, env);
      expect([code, output]).toEqual([2, expect.stringContaining(reason)]);
      expect(output.trim().split('\n')).toHaveLength(1);
    }
  }, 180_000);
});
