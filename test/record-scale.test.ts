import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Place } from '@/lib/audit/visibility';
import { allAuditLogs } from '@/lib/sys/audit-logs/repository';
import { allLoginRecords } from '@/lib/sys/login-records/repository';
import type { Scope } from '@/lib/tenancy/scope';
import { type Parapet, startParapet } from './parapet';
import { login } from './sign-in';
import { fastest } from './times';

/** Records of each kind, one a millisecond, all of one person. */
const RECORDS = 200_000;
/** Of one transaction, which must not take seconds. */
const PART = 20_000;
const BATCH = 80;

let world: Parapet;
let owner: Omit<Scope, 'tier'>;
beforeAll(async () => {
  world = await startParapet();
  const { store } = world.runtime;
  await login(world, 'acme-viewer');
  await world.call('POST', '/api/guard/policies', { as: 'acme-viewer', body: {} });
  for (const table of ['audit_logs', 'login_records'] as const) {
    const all = store.read.selectFrom(table).selectAll().orderBy('id', 'desc');
    const { id, ctime, ...one } = await all.limit(1).executeTakeFirstOrThrow();
    owner = { oem_id: one.oem_id, user_id: one.user_id };
    const columns = sql.join(Object.keys(one).map((column) => sql.ref(column)));
    const copies = (first: number) => sql`insert into ${sql.table(table)} (id, ctime, ${columns})
      with recursive n(i) as (select ${sql.lit(first)} union all select i + 1 from n where i < ${sql.lit(first + PART - 1)})
      select i + 1000000, i, ${columns} from n cross join (select * from ${sql.table(table)} where id = ${id}) as one`;
    for (let first = 1; first <= RECORDS; first += PART) await store.transaction((tx) => copies(first).execute(tx));
    if (store.kind === 'postgres') await sql`vacuum analyze ${sql.table(table)}`.execute(store.read);
  }
}, 300_000);
afterAll(() => world.close());

it.each(['platform', 'root', 'user'] as const)(
  'exports a %s reader the end of a window as soon as its start',
  async (tier) => {
    const scope = { ...owner, tier };
    const db = world.runtime.store.read;
    const kinds = { operations: allAuditLogs, 'sign-ins': allLoginRecords as unknown as typeof allAuditLogs };
    for (const [kind, all] of Object.entries(kinds)) {
      const read = (after: Place) =>
        all(db, scope, { start_time: 1, end_time: RECORDS, after })
          .orderBy(sql`ctime`, 'desc')
          .orderBy(sql`id`, 'desc')
          .limit(BATCH)
          .execute();
      const newest = await fastest((i) => read({ ctime: RECORDS - i, id: RECORDS }));
      const oldest = await fastest((i) => read({ ctime: 1_000 + i, id: 0 }));
      process.stdout.write(`${kind} of ${tier}: newest ${newest.toFixed(1)}, oldest ${oldest.toFixed(1)} ms\n`);
      // All of them, sorted, take PostgreSQL three times as long.
      expect(newest, `${kind} of ${tier}`).toBeLessThan(50);
      expect(oldest, `${kind} of ${tier}`).toBeLessThan(3 * newest + 3);
    }
  },
);
