import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { verifyChain } from '@/lib/audit/verify';
import { openStore } from '@/lib/db/store';
import { masterKey, Seal } from '@/lib/seal/seal';
import { startChild } from './child';
import { PASSWORD, people } from './people';

/** How often to kill; CRASH_ROUNDS=200 is the figure of DESIGN 9. */
const ROUNDS = Number(process.env.CRASH_ROUNDS ?? 5);
const WRITERS = 16;

const folder = mkdtempSync(path.join(tmpdir(), 'parapet-crash-'));
const dataDir = path.join(folder, 'data');
const provision = path.join(folder, 'provision.json');
writeFileSync(provision, JSON.stringify(people));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const start = () => startChild({ DATA_DIR: dataDir, PROVISION_FILE: provision, ADMIN_PASSWORD: PASSWORD });

async function post(url: string, body: object, token?: string) {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(token ? { Authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: (await answer.json()) as { data: { token: string; policy_id: string } } };
}

/** Writes until the connection breaks; collects what was acknowledged. */
async function write(url: string, token: string, writer: number, acknowledged: string[]) {
  for (let n = 0; ; n++) {
    try {
      const answer = await post(
        `${url}/api/guard/policies`,
        { name: `${acknowledged.length} ${writer} ${n} ${Math.random()}` },
        token,
      );
      if (answer.status === 201) acknowledged.push(answer.body.data.policy_id);
    } catch {
      return;
    }
  }
}

describe('kill -9 in the middle of writes', () => {
  it(
    'loses no acknowledged write and leaves none half-applied',
    async () => {
      const acknowledged: string[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        const { child, url } = await start();
        const { body } = await post(`${url}/api/auth/login`, {
          username: 'admin',
          password: Buffer.from(PASSWORD).toString('base64'),
        });
        const writers = Array.from({ length: WRITERS }, (_, i) => write(url, body.data.token, i, acknowledged));
        await new Promise((resolve) => setTimeout(resolve, 150 + Math.random() * 350));
        child.kill('SIGKILL');
        await Promise.all([once(child, 'exit'), ...writers]);
      }
      const store = openStore({ folder: dataDir });
      const policies = await store.read.selectFrom('policies').select('policy_id').execute();
      const audited = await store.read
        .selectFrom('audit_logs')
        .select('resource_id')
        .where('status', '=', 1)
        .where('action', '=', 'guard.policy.create')
        .execute();
      const revised = await store.read
        .selectFrom('revisions')
        .select('object_id')
        .where('object_type', '=', 'policy')
        .execute();
      const chain = await verifyChain(
        store.read,
        new Seal(masterKey('a key that signed no note of this store')),
        'operations',
      );
      await store.close();

      const present = new Set(policies.map((row) => row.policy_id));
      expect(acknowledged.length).toBeGreaterThan(ROUNDS * 10);
      expect(acknowledged.filter((id) => !present.has(id))).toEqual([]);
      expect(new Set(audited.map((row) => row.resource_id))).toEqual(present);
      expect(new Set(revised.map((row) => row.object_id))).toEqual(present);
      expect(chain.broken_rows).toBe(0);
    },
    ROUNDS * 20_000,
  );
});
