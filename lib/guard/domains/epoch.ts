import type { Db } from '@/lib/db/store';

/** Which state of the domain table a memory belongs to. Read it before what is remembered, never after. */
export async function readEpoch(db: Db): Promise<number> {
  const row = await db.selectFrom('domain_epoch').select('epoch').where('one', '=', 1).executeTakeFirst();
  return row?.epoch ?? 0;
}
