import type { Kysely } from 'kysely';

/** Who forwards a port is asked whenever a domain wants it on a node. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema.createIndex('forwards_by_port').on('forwards').column('port').execute();
}
