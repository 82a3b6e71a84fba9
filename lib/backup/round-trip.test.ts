import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHAINS } from '@/lib/audit/chain';
import { verifyStore } from '@/lib/audit/verify';
import type { Config } from '@/lib/config/env';
import { tablesOf } from '@/lib/db/catalogue';
import { openRuntime } from '@/lib/runtime/runtime';
import { masterKey, Seal } from '@/lib/seal/seal';
import { type Parapet, startParapet } from '@/test/parapet';
import { LEFT_OUT } from './left-out';
import { filesOf, type Manifest } from './manifest';
import { restore } from './restore';
import { backUp } from './take';
import { type Busy, contentOf, makePlaces, startBusy, withStore } from './testing';

const seal = new Seal(masterKey('a key that signed no note of this store'));

const places = makePlaces();
let busy: Busy;
let taken: Manifest;
let dir: string;
beforeAll(async () => {
  busy = await startBusy();
  dir = places.dir();
  taken = await backUp(busy.runtime.config, dir);
});
afterAll(async () => {
  await busy.close();
  await places.close();
});

/** A store with the backup in it, and the key that its secrets are sealed with. */
async function restored(config: Config): Promise<Config> {
  await restore(config, dir);
  return { ...config, SECRET_KEY: readFileSync(path.join(busy.runtime.config.DATA_DIR, 'secret.key'), 'utf8') };
}

describe('a backup', () => {
  it('is for its owner alone, says what is in it, and leaves sessions out', () => {
    expect(taken).toMatchObject({ format: 1, store: busy.runtime.store.kind, kek_ids: busy.runtime.seal.kek_ids });
    expect(taken.left_out).toEqual([...LEFT_OUT].sort());
    expect(taken).toMatchObject({ events: { events: 0 }, events_missing: '' });
    for (const file of filesOf(taken)) expect(statSync(path.join(dir, file)).mode & 0o777, file).toBe(0o600);
    for (const folder of [dir, path.join(dir, 'tables')]) expect(statSync(folder).mode & 0o777).toBe(0o700);
    const rows = (name: string) => taken.tables.find((table) => table.name === name)?.rows ?? 0;
    for (const name of ['audit_logs', 'api_key_logs', 'certificates', 'artefacts', 'origin_group_sources', 'jobs']) {
      expect(rows(name), name).toBeGreaterThan(0);
    }
    expect(rows('sessions')).toBe(0);
  });

  it('can carry every column of every table there is', async () => {
    for (const { name, columns, key } of await tablesOf(busy.db)) {
      for (const { type } of columns) expect(['text', 'integer', 'bigint'], name).toContain(type);
      if (!LEFT_OUT.has(name)) expect(key, name).not.toEqual([]);
    }
  });
});

describe('a restored store', () => {
  it('holds the same, whichever kind of store it went through', async () => {
    const [own, other] = [await places.fresh(), await places.fresh()];
    let from = dir;
    for (const config of [own, places.embedded(), other, places.embedded()]) {
      await restore(config, from);
      from = places.dir();
      expect(contentOf(await backUp(config, from))).toEqual(contentOf(taken));
    }
  }, 60_000);

  it('keeps its rules: chains, references, append-only logs', async () => {
    await withStore(await restored(await places.fresh()), async (store) => {
      for (const chain of CHAINS) {
        const verdict = await verifyStore(store, seal, chain);
        expect(verdict.rows).toBeGreaterThan(1);
        expect(verdict.broken_rows).toBe(0);
      }
      for (const table of ['audit_logs', 'login_records', 'revisions']) {
        await expect(sql`delete from ${sql.table(table)}`.execute(store.writer), table).rejects.toThrow('append-only');
      }
      const nowhere = sql`insert into user_roles (user_id, role_id) values ('nobody', 1)`;
      await expect(nowhere.execute(store.writer)).rejects.toThrow(/foreign key/i);
      for (const name of LEFT_OUT) {
        const { rows } = await sql`select * from ${sql.table(name)}`.execute(store.read);
        expect(rows, name).toEqual([]);
      }
    });
  });

  it('is not served without the key its secrets are sealed with', async () => {
    const config = await places.fresh();
    await restore(config, dir);
    await expect(openRuntime(config)).rejects.toThrow('SECRET_KEY_FILE: the key file is gone');
    const other = 'another key, which is long enough to be one';
    await expect(openRuntime({ ...config, SECRET_KEY: other })).rejects.toThrow(/SECRET_KEY: not the key .*\w{16}/);
  });

  it('answers as the old one did, goes on from there, and knows no session', async () => {
    const before = await answersOf(busy);
    const own = await busy.call('GET', '/api/guard/policies', { headers: busy.apiKey });
    expect(own.status).toBe(200);
    const { body } = await busy.call('POST', '/api/auth/login', signIn);
    const session = { Authorization: `Bearer ${body.data.token}`, Host: 'acme.test' };
    const kinds = [await places.fresh(), ...(busy.runtime.store.kind === 'postgres' ? [places.embedded()] : [])];
    for (const config of kinds) {
      const parapet = await startParapet({ env: environmentOf(await restored(config)) });
      try {
        expect(await answersOf(parapet)).toEqual(before);
        expect((await parapet.call('GET', '/api/guard/policies', { headers: session })).status).toBe(401);
        expect((await parapet.call('GET', '/api/guard/policies', { headers: busy.apiKey })).body).toEqual(own.body);
        await goesOn(parapet);
      } finally {
        await parapet.close();
      }
    }
  }, 60_000);
});

const signIn = {
  host: 'acme.test',
  body: { username: 'acme-root', password: Buffer.from('correct horse 7').toString('base64') },
};

const environmentOf = ({ DATA_DIR, DATABASE_URL = '', SECRET_KEY = '' }: Config) => ({
  DATA_DIR,
  DATABASE_URL,
  SECRET_KEY,
});

/** What people of each kind see of everything that does not change by looking. */
async function answersOf({ call }: Pick<Parapet, 'call'>) {
  const answers: Record<string, unknown> = {};
  const lists = ['guard/domains', 'guard/policies', 'guard/certs', 'sys/users', 'sys/roles', 'sys/api-keys'];
  const of = `guard/domains/${busy.domain_id}`;
  const parts = [of, `${of}/origin-groups`, `${of}/releases`, `guard/certs/${busy.shop}`, 'sys/audit-logs?size=100'];
  for (const as of ['acme-root', 'acme-child', 'acme-support', 'borealis-root']) {
    for (const url of [...lists, ...parts]) {
      const { status, body } = await call('GET', `/api/${url}`, { as });
      answers[`${as} ${url}`] = { status, body };
    }
  }
  return answers;
}

/** New rows get numbers of their own, and the records continue. */
async function goesOn(parapet: Parapet): Promise<void> {
  const { store } = parapet.runtime;
  const links = async () => (await verifyStore(store, seal, 'operations')).last;
  const last = await links();
  const { shop, gone } = busy;
  const { cert } = (await busy.call('GET', `/api/guard/certs/${shop}`, { as: 'acme-root' })).body.data;
  const renamed = await parapet.call('PUT', `/api/guard/certs/${shop}`, {
    as: 'acme-root',
    body: { name: 'New', cert },
  });
  // The private key opens, or the certificate could not be put beside it.
  expect(renamed.status, JSON.stringify(renamed.body)).toBe(200);
  const nodes = { as: 'acme-root', body: { node_ids: ['sgp-1'] } };
  expect((await parapet.call('PUT', `/api/guard/domains/${busy.domain_id}/nodes`, nodes)).status).toBe(200);
  const next = await busy.certificateIn(parapet, 'next');
  expect(next).toBe(gone + 1);
  expect(await links()).toBe(last + 3);
}
