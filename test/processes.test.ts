import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStore, type Store } from '@/lib/db/store';
import { type Postgres, startPostgres } from '@/scripts/postgres';
import { request } from '@/scripts/request';
import { type Balancer, startBalancer } from './balancer';
import { type Child, startChild } from './child';
import { halfApplied } from './consistency';
import { testDatabase } from './parapet';
import { PASSWORD, people } from './people';

// One that may be halted, so another than that of the run.
const shared = await testDatabase();
await shared?.drop();

const folder = mkdtempSync(path.join(tmpdir(), 'parapet-processes-'));
const provision = path.join(folder, 'provision.json');
const SECRET_KEY = 'a key that both processes have, long enough';
const HOST = 'acme.test';
const POLICIES = '/api/guard/policies';
const WRITERS = 4;

type Sent = { host?: string; as?: string; body?: object };

async function send(url: string, method: string, target: string, { host = HOST, as, body }: Sent = {}) {
  const credentials = as ? { Authorization: `Bearer ${as}` } : {};
  const type = body ? { 'Content-Type': 'application/json' } : {};
  const headers = { Host: host, ...credentials, ...type } as Record<string, string>;
  const answer = await request(url, { method, path: target, headers, body: body && JSON.stringify(body) });
  const json = answer.text.startsWith('{') ? JSON.parse(answer.text) : {};
  return { status: answer.status, headers: answer.headers, json };
}

type Answer = Awaited<ReturnType<typeof send>>;

const signIn = (url: string, username: string, host = HOST) =>
  send(url, 'POST', '/api/auth/login', {
    host,
    body: { username, password: Buffer.from(PASSWORD).toString('base64') },
  });

/** Somebody who writes and reads without a pause until told to stop, or until nobody answers. */
class Caller {
  readonly written: string[] = [];
  readonly refused: Answer[] = [];
  /** What the connection said where there was no answer. */
  lost: unknown;
  #isOver = false;
  readonly ended: Promise<void>;

  constructor(
    readonly url: string,
    readonly as: string,
  ) {
    this.ended = this.#call().catch((error) => {
      this.lost = error;
    });
  }

  async #call() {
    while (!this.#isOver) {
      const name = `policy ${Math.random()}`;
      const made = await send(this.url, 'POST', POLICIES, { as: this.as, body: { name } });
      if (made.status === 201) this.written.push(made.json.data.policy_id);
      else this.refused.push(made);
      const id = this.written.at(-1);
      if (!id) continue;
      const read = await send(this.url, 'GET', `${POLICIES}/${id}`, { as: this.as });
      if (read.status !== 200) this.refused.push(read);
    }
  }

  /** Resolves once so many more were written. */
  async wrote(more: number) {
    for (const wanted = this.written.length + more; this.written.length < wanted; ) {
      if (this.lost) throw this.lost;
      await pause(1);
    }
  }

  async stop() {
    this.#isOver = true;
    await this.ended;
    return this;
  }
}

describe.runIf(shared)('several processes on one PostgreSQL', () => {
  let postgres: Postgres;
  let store: Store;
  let balancer: Balancer;
  let a: Child;
  let b: Child;
  let root = '';
  const children: Child[] = [];
  const written = new Set<string>();

  const start = async (name: string) => {
    const child = await startChild({
      ...{ DATABASE_URL: postgres.url, DATA_DIR: path.join(folder, name), SECRET_KEY, DRAIN_S: '300' },
      ...{ PROVISION_FILE: provision, ADMIN_PASSWORD: PASSWORD },
    });
    children.push(child);
    return child;
  };
  const callers = (url: string, count = WRITERS) => Array.from({ length: count }, () => new Caller(url, root));
  const end = async (calling: readonly Caller[]) => {
    for (const { written: some } of await Promise.all(calling.map((caller) => caller.stop()))) {
      for (const id of some) written.add(id);
    }
  };

  /** What was acknowledged is there, and nothing is half-applied. */
  async function expectWhole() {
    const policies = await store.read.selectFrom('policies').select('policy_id').execute();
    const kept = new Set(policies.map((row) => row.policy_id));
    expect([...written].filter((id) => !kept.has(id))).toEqual([]);
    expect(await halfApplied(store)).toEqual([]);
  }

  /** Every policy was rendered, once, also where a run was cut off. */
  async function expectDelivered() {
    // Its lease would end by itself after a quarter of a minute.
    await store.transaction((tx) => tx.updateTable('job_claims').set({ lease_until: 0 }).execute());
    const waiting = store.read.selectFrom('jobs').select('id').where('object_id', '<>', '');
    await expect.poll(async () => (await waiting.execute()).length).toBe(0);
    const artefacts = store.read.selectFrom('artefacts').select(['object_id', 'number']).where('kind', '=', 'policy');
    const rendered = (await artefacts.execute()).map(({ object_id, number }) => `${object_id} ${number}`).sort();
    const policies = await store.read.selectFrom('policies').select('policy_id').execute();
    expect(rendered).toEqual(policies.map(({ policy_id }) => `${policy_id} 1`).sort());
  }

  beforeAll(async () => {
    writeFileSync(provision, JSON.stringify(people));
    postgres = await startPostgres({ durable: true });
    // Both on an empty database, at the same time.
    [a, b] = await Promise.all([start('a'), start('b')]);
    store = openStore({ folder, databaseUrl: postgres.url });
    balancer = await startBalancer();
    for (const { url } of [a, b]) balancer.add(url);
    await Promise.all([a, b].map(({ url }) => balancer.seen(url, true)));
    root = (await signIn(a.url, 'acme-root')).json.data.token;
  }, 120_000);
  afterAll(async () => {
    for (const { child } of children) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    await balancer?.close();
    await store?.close();
    await postgres?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('made what a first start makes once', async () => {
    const users = await store.read.selectFrom('users').select('user_name').execute();
    expect(users.map((user) => user.user_name).sort()).toEqual(
      ['admin', ...people.users.map((user) => user.user_name)].sort(),
    );
  });

  it('are replaced without a request that fails; all learn of a brand and of a role’s rights that the new one was given', async () => {
    const calling = callers(balancer.url);
    await Promise.all(calling.map((caller) => caller.wrote(2)));
    const exited = once(a.child, 'exit');
    a.child.kill('SIGTERM');
    await balancer.seen(a.url, false);
    const last = await send(a.url, 'GET', POLICIES, { as: root });
    expect([last.status, last.headers.connection]).toEqual([200, 'close']);
    expect((await send(a.url, 'GET', '/healthz')).status).toBe(200);
    // The balancer knows: no need to wait for as long as balancers may take.
    a.child.kill('SIGTERM');
    expect(await exited).toEqual([0, null]);

    const host = 'new.test';
    const user = { user_name: 'new-root', password: PASSWORD, oem_id: 'new', role_ids: [10] };
    const oems = [...people.oems, { oem_id: 'new', name: 'New', hostnames: [host] }];
    const roles = [{ ...people.roles[1], permissions: ['guard.policy.list'] }];
    writeFileSync(provision, JSON.stringify({ ...people, oems, roles, users: [...people.users, user] }));
    expect((await signIn(b.url, 'new-root', host)).status).toBe(401);
    const nobody = (await signIn(b.url, 'acme-nobody')).json.data.token;
    const listed = async () => (await send(b.url, 'GET', POLICIES, { as: nobody })).status;
    expect(await listed()).toBe(403);
    a = await start('a');
    balancer.add(a.url);
    expect(await listed()).toBe(200);
    await balancer.seen(a.url, true);
    await Promise.all(calling.map((caller) => caller.wrote(2)));
    await end(calling);
    expect(calling.flatMap(({ refused, lost }) => [...refused, ...(lost ? [lost] : [])])).toEqual([]);
    await expectWhole();
    await expect.poll(async () => (await signIn(b.url, 'new-root', host)).status, { interval: 500 }).toBe(200);
  }, 180_000);

  it('go on when one is killed: nothing acknowledged is lost, and its work is done', async () => {
    const [ofA, ofB] = [callers(a.url), callers(b.url)];
    await Promise.all([...ofA, ...ofB].map((caller) => caller.wrote(3)));
    a.child.kill('SIGKILL');
    await Promise.all(ofA.map((caller) => caller.ended));
    expect(ofA.every(({ lost }) => lost)).toBe(true);
    await Promise.all(ofB.map((caller) => caller.wrote(3)));
    await end([...ofA, ...ofB]);
    expect([...ofA, ...ofB].flatMap(({ refused }) => refused)).toEqual([]);
    await expectWhole();
    await expectDelivered();
  });

  it('say 503 while PostgreSQL is away, and are back by themselves', async () => {
    const calling = callers(b.url);
    await Promise.all(calling.map((caller) => caller.wrote(3)));
    await postgres.halt();
    const { status, headers, json } = await send(b.url, 'GET', POLICIES, { as: root });
    expect({ status, retry: headers['retry-after'], err_key: json.err_key }).toEqual({
      ...{ status: 503, retry: '1', err_key: 'err.unavailable' },
    });
    // It is tried once a second.
    await expect.poll(async () => (await send(b.url, 'GET', '/readyz')).status, { timeout: 2_000 }).toBe(503);
    await expect.poll(() => calling.every(({ refused }) => refused.length > 0)).toBe(true);
    await postgres.resume();
    await expect.poll(async () => (await send(b.url, 'GET', '/readyz')).status).toBe(200);
    await Promise.all(calling.map((caller) => caller.wrote(3)));
    await end(calling);
    expect(calling.filter(({ lost }) => lost)).toEqual([]);
    const refused = calling.flatMap((caller) => caller.refused);
    expect(new Set(refused.map((answer) => `${answer.status} ${answer.json.err_key}`))).toEqual(
      new Set(['503 err.unavailable']),
    );
    await expectWhole();
    await expectDelivered();
  });
});
