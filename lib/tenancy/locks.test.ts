import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { startBusy } from '@/lib/backup/testing';
import { testDatabase } from '@/test/parapet';

const database = await testDatabase();
await database?.drop();

/** Long enough for any answer, and far shorter than a store waits for a lock. */
const SOON_MS = 8_000;

// The embedded store has one writer, whom everybody waits for.
describe.runIf(database)('while the owner’s change holds its locks', () => {
  it('a foreign brand’s change is refused at once', async () => {
    const world = await startBusy();
    const { runtime, domain_id, shop, policies, call } = world;
    const row = (table: string, key: string, id: unknown) => ({ table, key, id });
    const { user_id } = await world.scopeOf('acme-root', 'root');
    const { key_id } = await world.db.selectFrom('api_keys').select('key_id').executeTakeFirstOrThrow();
    const policy_id = policies.get('acme-root') ?? '';
    const as = 'borealis-support';
    const changes = [
      ['PUT', `/api/guard/policies/${policy_id}`, { name: 'Mine' }, row('policies', 'policy_id', policy_id)],
      ['DELETE', `/api/guard/policies/${policy_id}`, undefined, row('policies', 'policy_id', policy_id)],
      ['DELETE', `/api/guard/certs/${shop}`, undefined, row('certificates', 'id', shop)],
      ['PUT', `/api/guard/domains/${domain_id}`, { asset_name: 'Mine' }, row('domains', 'domain_id', domain_id)],
      ['DELETE', `/api/sys/api-keys/${key_id}`, undefined, row('api_keys', 'key_id', key_id)],
      ['PUT', `/api/sys/users/${user_id}`, { nick_name: 'Mine' }, row('users', 'user_id', user_id)],
      ['PUT', `/api/sys/users/${user_id}/password`, { password: 'another horse 7' }, row('users', 'user_id', user_id)],
      ['PUT', `/api/sys/users/${user_id}/lock`, { locked: 1 }, row('users', 'user_id', user_id)],
    ] as const;
    try {
      await call('GET', '/api/guard/policies', { as });
      for (const [method, path, body, { table, key, id }] of changes) {
        await runtime.store.transaction(async (tx) => {
          await sql`select 1 from ${sql.table(table)} where ${sql.ref(key)} = ${id} for update`.execute(tx);
          const late = new Promise<{ status: string }>((resolve) => setTimeout(resolve, SOON_MS, { status: 'waits' }));
          const { status } = await Promise.race([call(method, path, { as, body }), late]);
          expect([403, 404], `${method} ${path}: ${status}`).toContain(status);
        });
      }
    } finally {
      await world.close();
    }
  }, 60_000);
});
