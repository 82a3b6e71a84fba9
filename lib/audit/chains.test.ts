import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { z } from 'zod';
import { routes } from '@/lib/api/registry';
import { type Parapet, startParapet } from '@/test/parapet';
import { CHAINS } from './chain';
import { listedDetail, MAX_DETAIL, MAX_LISTED } from './detail';
import { pruneChains } from './prune';
import { appendAudit, ownEntry } from './record';
import { verifyStore } from './verify';

let parapet: Parapet;
beforeAll(async () => {
  parapet = await startParapet({ env: { KEEP_AUDIT_DAYS: '1' } });
}, 60_000);
afterAll(() => parapet.close());

const verdicts = () => Promise.all(CHAINS.map((c) => verifyStore(parapet.runtime.store, parapet.runtime.seal, c)));
async function expectSound() {
  for (const verdict of await verdicts()) expect(verdict).toMatchObject({ broken_rows: 0, breaks: [] });
}

type Definition = {
  shape?: Record<string, z.ZodType>;
  element?: z.ZodType;
  valueType?: z.ZodType;
  innerType?: z.ZodType;
  in?: z.ZodType;
  options?: readonly z.ZodType[];
};

/** A value of a schema's form down to its last field, with a text in each of them, and as a name where names are free. */
function filled(schema: z.ZodType, next: () => string): unknown {
  const { shape, element, valueType, innerType, in: input, options = [] } = schema.def as unknown as Definition;
  if (shape) return Object.fromEntries(Object.entries(shape).map(([name, field]) => [name, filled(field, next)]));
  if (element) return [filled(element, next), filled(element, next)];
  if (valueType) return { [next()]: filled(valueType, next) };
  const inner = innerType ?? input ?? options[0];
  return inner ? filled(inner, next) : next();
}

describe('whatever text is sent', () => {
  it('leaves both chains sound: halves of characters, U+0000, unassigned code points, other forms of digits', async () => {
    const login = (username: string) =>
      parapet.call('POST', '/api/auth/login', { host: 'acme.test', body: { username, password: 'eA==' } });
    expect((await login(`${'a'.repeat(254)}😀`)).status).toBe(401);
    const hosts = Array.from({ length: 5 }, () => ({ host: '𝟙𝟚𝟟.𝟘.𝟘.𝟙', port: 443 }));
    await parapet.call('POST', '/api/guard/domains/precheck', { as: 'acme-root', body: { targets: hosts } });
    await expectSound();
  });

  it('leaves both chains sound through every endpoint', async () => {
    const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 300 }), fc.constant(`${'x'.repeat(254)}\ud83d`));
    const [sample = []] = fc.sample(fc.array(text, { minLength: 40, maxLength: 40 }), { numRuns: 1, seed: 7 });
    let i = 0;
    for (const { endpoint } of routes) {
      // Whoever has signed out is anonymous, and leaves no rows.
      if (endpoint.method === 'GET' || endpoint.path === '/api/auth/logout') continue;
      const next = () => sample[i++ % sample.length] ?? '';
      const { shape } = (endpoint.body?.def ?? {}) as unknown as Definition;
      const flat = Object.fromEntries(Object.keys(shape ?? {}).map((name) => [name, next()]));
      const nested = endpoint.body ? filled(endpoint.body, next) : {};
      const path = endpoint.path.replace(
        /\{\w+\}/g,
        encodeURIComponent((sample[i++ % sample.length] ?? '').toWellFormed().slice(0, 40).toWellFormed()) || 'x',
      );
      for (const body of [flat, nested]) {
        await parapet.call(endpoint.method, path, { as: 'acme-root', body, headers: { 'User-Agent': 'é\u00ff' } });
      }
    }
    const { store } = parapet.runtime;
    const entries = sample.map((value) =>
      ownEntry(`audit.test.${value}`, value, { changes: {}, params: { [value]: value } }),
    );
    for (const entry of entries) await store.transaction((tx) => appendAudit(tx, entry));
    await expectSound();
  }, 120_000);
});

describe('rows of the log', () => {
  it('are small however much is sent, say what they left out, and a page of them has a largest size', async () => {
    const { store } = parapet.runtime;
    const params = Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`field ${i}`, 'é'.repeat(10_000)]));
    const entry = ownEntry('audit.test.fat', 'Fat', { changes: {}, params: { ...params, small: 1 } });
    expect(Buffer.byteLength(entry.detail)).toBeLessThanOrEqual(MAX_DETAIL);
    expect(JSON.parse(entry.detail)).toMatchObject({
      params: { small: 1 },
      truncated: { bytes: expect.any(Number), sha256: expect.stringMatching(/^[0-9a-f]{64}$/), left_out_count: 50 },
    });
    // As large as details were before they had a bound.
    const old = { ...entry, detail: JSON.stringify({ changes: {}, params: { text: 'x'.repeat(3_800_000) } }) };
    for (let i = 0; i < 3; i++) await store.transaction((tx) => appendAudit(tx, old));
    for (let i = 0; i < 97; i++) await store.transaction((tx) => appendAudit(tx, entry));
    const page = await parapet.call('GET', '/api/sys/audit-logs?size=100&keyword=fat', { as: 'acme-auditor' });
    expect(page.body.data.list).toHaveLength(100);
    expect(JSON.stringify(page.body).length).toBeLessThan(300_000);
    expect(page.body.data.list.at(-1).detail).toMatchObject({ truncated: { bytes: expect.any(Number) } });
    const one = await parapet.call('GET', `/api/sys/audit-logs/${page.body.data.list[0].id}`, { as: 'acme-auditor' });
    expect(one.body.data.detail).toEqual(JSON.parse(entry.detail));
    const file = await parapet.call('GET', '/api/sys/audit-logs/export?keyword=fat', { as: 'acme-auditor' });
    expect(file.body.split('\r\n')).toHaveLength(102);
    await expectSound();
  }, 60_000);
});

describe('a row that is too long for a list', () => {
  it('says what it is about, and keeps what fits beside the names of what does not', () => {
    const also = '01a21092-2032-778a-81c6-a8c17bb8eeb6';
    const few = Object.fromEntries(Array.from({ length: 8 }, (_, i) => [`short_${i}`, i]));
    const params = { ...few, id: also, pattern: 'x'.repeat(300) };
    const text = JSON.stringify({ changes: { rules: { old: null, new: 'y'.repeat(900) } }, params, also });
    const listed = listedDetail(text, text.length);
    expect(listed).toMatchObject({ also, params: { ...few, id: also }, changes: {} });
    expect(listed.truncated).toMatchObject({ left_out: ['changes.rules'], left_out_count: 1 });
    expect(JSON.stringify(listed).length).toBeLessThanOrEqual(MAX_LISTED);
  });
});

describe('a deletion', () => {
  it('leaves a revision of each object that ends with it, by the same audit row', async () => {
    const user = await parapet.call('POST', '/api/sys/users', {
      as: 'acme-root',
      body: { user_name: 'leaving', password: 'password-1' },
    });
    const { user_id } = user.body.data;
    const { store } = parapet.runtime;
    const now = Date.now();
    await store.transaction((tx) =>
      sql`insert into api_keys (key_id, name, prefix, last4, secret_hash, user_id, root_id, oem_id, scopes, allowed_ip_cidrs, status, expires_at, last_used_at, last_used_ip, ctime)
        values ('k-1', 'Key', 'ppt_x', 'abcd', 'h', ${user_id}, ${user_id}, 'acme', '[]', '[]', 1, ${now + 1e6}, 0, '', ${now})`.execute(
        tx,
      ),
    );
    expect((await parapet.call('DELETE', `/api/sys/users/${user_id}`, { as: 'acme-root' })).status).toBe(200);
    const of = (object_type: string, object_id: string) =>
      store.read
        .selectFrom('revisions')
        .selectAll()
        .where('object_type', '=', object_type)
        .where('object_id', '=', object_id)
        .orderBy('revision', 'desc')
        .executeTakeFirst();
    const [deleted, key] = [await of('user', user_id), await of('api_key', 'k-1')];
    expect(key).toMatchObject({ audit_id: deleted?.audit_id, after: 'null' });
    expect(JSON.parse(key?.before ?? '')).toMatchObject({ key_id: 'k-1', name: 'Key' });
  });
});

describe('a change', () => {
  it('is not made where its row cannot be kept', async () => {
    const { store } = parapet.runtime;
    const name = 'Without a record';
    const statements =
      store.kind === 'embedded'
        ? [
            sql`create trigger unkept before insert on audit_logs begin select raise(abort, 'unkept'); end`,
            sql`drop trigger unkept`,
          ]
        : [
            sql`alter table audit_logs add constraint unkept check (action = '') not valid`,
            sql`alter table audit_logs drop constraint unkept`,
          ];
    const [forbid, allow] = statements as [(typeof statements)[0], (typeof statements)[0]];
    const create = () => parapet.call('POST', '/api/guard/policies', { as: 'acme-root', body: { name } });
    await forbid.execute(store.writer);
    const refused = await create().finally(() => allow.execute(store.writer));
    expect(refused.status).toBeGreaterThanOrEqual(500);
    expect(refused.body).toMatchObject({ code: expect.any(Number), err_key: expect.stringMatching(/^err\./) });
    const found = await parapet.call('GET', '/api/guard/policies?keyword=without', { as: 'acme-root' });
    expect(found.body.data.total).toBe(0);
    expect((await create()).status).toBe(201);
    await expectSound();
  });
});

describe('the start of a chain', () => {
  it('is pruned as far as an operator says, verified rows only, and is signed', async () => {
    const { runtime } = parapet;
    const { store, seal } = runtime;
    const work = {
      runtime,
      signal: new AbortController().signal,
      now: Date.now(),
      done: async () => undefined,
      isMine: async () => true,
    };
    await pruneChains(work);
    const [before] = await verdicts();
    expect(before?.first).toBe(1);
    await expect(store.transaction((tx) => sql`delete from audit_logs where id = 1`.execute(tx))).rejects.toThrow(
      'append-only',
    );
    const check = async () => {
      await runtime.chainChecks.start('operations', true);
      await vi.waitFor(
        async () => expect((await runtime.chainChecks.state('operations')).is_running).toBe(false),
        20_000,
      );
      return runtime.chainChecks.state('operations');
    };
    await check();
    await pruneChains({ ...work, now: Date.now() + 3 * 86_400_000 });
    const [after] = await verdicts();
    expect(after?.first).toBeGreaterThan(100);
    expect(after).toMatchObject({ broken_rows: 0 });
    expect(await check()).toMatchObject({ broken_id: 0, first_id: after?.first });
    await expect(
      store.transaction((tx) => sql`delete from audit_logs where id = ${after?.first}`.execute(tx)),
    ).rejects.toThrow('append-only');
    await store.transaction((tx) => sql`update chain_starts set id = id + 1`.execute(tx));
    expect((await verifyStore(store, seal, 'operations')).broken_rows).toBe(1);
  }, 60_000);
});
