import { v7 as uuid } from 'uuid';
import { readConfig } from '@/lib/config/env';
import { searchText } from '@/lib/db/dialect';
import { openRuntime } from '@/lib/runtime/runtime';

export const PASSWORD = 'bench password 1';
const TENANTS = 100;

/** Fills a new store with `rows` policies spread over a hundred tenants. Answers the tenant to measure. */
export async function seedPolicies(dataDir: string, rows: number): Promise<string> {
  const runtime = await openRuntime(readConfig({ DATA_DIR: dataDir, ADMIN_PASSWORD: PASSWORD, LOG_LEVEL: 'fatal' }));
  const admin = await runtime.store.read.selectFrom('users').selectAll().executeTakeFirstOrThrow();
  const tenants = Array.from({ length: TENANTS }, (_, i) => ({
    ...admin,
    user_id: uuid(),
    user_name: `tenant-${i}`,
    user_key: `tenant-${i}`,
    search: `tenant-${i}`,
  }));
  await runtime.store.transaction(async (tx) => {
    await tx.insertInto('users').values(tenants).execute();
    await tx
      .insertInto('user_roles')
      .values(tenants.map(({ user_id }) => ({ user_id, role_id: 10 })))
      .execute();
    for (let start = 0; start < rows; start += 1000) {
      const batch = Array.from({ length: Math.min(1000, rows - start) }, (_, i) => {
        const owner = tenants[(start + i) % TENANTS] as (typeof tenants)[number];
        const name = `Policy ${start + i}`;
        return {
          policy_id: uuid(),
          oem_id: owner.oem_id,
          root_id: owner.user_id,
          user_id: owner.user_id,
          name,
          comment: 'for the benchmark',
          search: searchText(name),
          default_main_rule_version: 'OWASP_CRS/3.3.4',
          is_default: 0,
          schema_id: '1',
          ctime: Date.now() - (rows - start - i) * 1000,
          utime: Date.now(),
        };
      });
      await tx.insertInto('policies').values(batch).execute();
    }
  });
  await runtime.close();
  return 'tenant-0';
}
