import type { Db } from '@/lib/db/store';
import { normaliseHost } from '@/lib/tenancy/oem';

/** Whether the operator gave some brand this host. */
export async function isConfigured(db: Db, host: string): Promise<boolean> {
  const row = await db
    .selectFrom('oem_hosts')
    .select('hostname')
    .where('hostname', '=', normaliseHost(host))
    .executeTakeFirst();
  return row !== undefined;
}
