import type { Kysely } from 'kysely';

/** One-time tokens with which agents of nodes get their keys, and which keys are a node's. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('node_enrolments')
    .addColumn('enrolment_id', 'text', (c) => c.primaryKey())
    .addColumn('node_id', 'text', (c) => c.notNull().references('nodes.node_id').onDelete('cascade'))
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.user_id').onDelete('cascade'))
    .addColumn('prefix', 'text', (c) => c.notNull().unique())
    .addColumn('secret_hash', 'text', (c) => c.notNull())
    .addColumn('ctime', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .addColumn('used_at', 'bigint', (c) => c.notNull())
    .addColumn('used_ip', 'text', (c) => c.notNull())
    .addColumn('revoked_at', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('node_enrolments_node').on('node_enrolments').columns(['node_id', 'ctime']).execute();
  await db.schema.createIndex('node_enrolments_user').on('node_enrolments').column('user_id').execute();
  await db.schema
    .createTable('node_keys')
    .addColumn('key_id', 'text', (c) => c.primaryKey().references('api_keys.key_id').onDelete('cascade'))
    .addColumn('node_id', 'text', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('node_keys_node').on('node_keys').column('node_id').execute();
}
