import type { Kysely } from 'kysely';

/** What the operator provides and the API only reads: nodes, who may use them, and plans (DESIGN 1). */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('nodes')
    .addColumn('node_id', 'text', (c) => c.primaryKey())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('machine_room', 'text', (c) => c.notNull())
    .addColumn('ip_addr', 'text', (c) => c.notNull())
    .addColumn('ipv6', 'integer', (c) => c.notNull())
    .addColumn('line', 'integer', (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('allocations')
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.user_id').onDelete('cascade'))
    .addColumn('node_id', 'text', (c) => c.notNull().references('nodes.node_id'))
    .addPrimaryKeyConstraint('allocations_key', ['user_id', 'node_id'])
    .execute();
  await db.schema
    .createTable('plans')
    .addColumn('plan_id', 'text', (c) => c.primaryKey())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('document', 'text', (c) => c.notNull())
    .addColumn('ctime', 'bigint', (c) => c.notNull())
    .addColumn('utime', 'bigint', (c) => c.notNull())
    .execute();
}
