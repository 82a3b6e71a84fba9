import type { Kysely } from 'kysely';
import { makeAppendOnly, serialKey, serialType } from '../dialect';

/** What was done, who signed in, how objects looked, and what is to be delivered (DESIGN 3, spec 2.16). */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('audit_logs')
    .addColumn('id', 'bigint', (c) => c.primaryKey())
    .addColumn('ctime', 'bigint', (c) => c.notNull())
    .addColumn('oem_id', 'text', (c) => c.notNull())
    .addColumn('user_id', 'text', (c) => c.notNull())
    .addColumn('actor_type', 'text', (c) => c.notNull())
    .addColumn('actor_name', 'text', (c) => c.notNull())
    .addColumn('action', 'text', (c) => c.notNull())
    .addColumn('message', 'text', (c) => c.notNull())
    .addColumn('resource_type', 'text', (c) => c.notNull())
    .addColumn('resource_id', 'text', (c) => c.notNull())
    .addColumn('resource_label', 'text', (c) => c.notNull())
    .addColumn('remote_ip', 'text', (c) => c.notNull())
    .addColumn('user_agent', 'text', (c) => c.notNull())
    .addColumn('request_id', 'text', (c) => c.notNull())
    .addColumn('status', 'integer', (c) => c.notNull())
    .addColumn('http_status', 'integer', (c) => c.notNull())
    .addColumn('biz_code', 'integer', (c) => c.notNull())
    .addColumn('detail', 'text', (c) => c.notNull())
    .addColumn('on_behalf_user_id', 'text', (c) => c.notNull())
    .addColumn('on_behalf_user_name', 'text', (c) => c.notNull())
    .addColumn('delegation_user_id', 'text', (c) => c.notNull())
    .addColumn('delegation_user_name', 'text', (c) => c.notNull())
    .addColumn('search', 'text', (c) => c.notNull())
    .addColumn('prev_hash', 'text', (c) => c.notNull())
    .addColumn('hash', 'text', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('audit_logs_time').on('audit_logs').columns(['ctime', 'id']).execute();
  await db.schema.createIndex('audit_logs_oem').on('audit_logs').columns(['oem_id', 'ctime', 'id']).execute();
  await db.schema.createIndex('audit_logs_user').on('audit_logs').columns(['user_id', 'ctime', 'id']).execute();
  await db.schema
    .createIndex('audit_logs_behalf')
    .on('audit_logs')
    .columns(['on_behalf_user_id', 'ctime', 'id'])
    .execute();
  await makeAppendOnly(db, 'audit_logs');

  await db.schema
    .createTable('audit_head')
    .addColumn('one', 'integer', (c) => c.primaryKey())
    .addColumn('id', 'bigint', (c) => c.notNull())
    .addColumn('hash', 'text', (c) => c.notNull())
    .execute();

  await db.schema
    .createTable('login_records')
    .addColumn('id', serialType(db), serialKey)
    .addColumn('ctime', 'bigint', (c) => c.notNull())
    .addColumn('oem_id', 'text', (c) => c.notNull())
    .addColumn('user_id', 'text', (c) => c.notNull())
    .addColumn('user_name', 'text', (c) => c.notNull())
    .addColumn('user_key', 'text', (c) => c.notNull())
    .addColumn('nick_name', 'text', (c) => c.notNull())
    .addColumn('ip', 'text', (c) => c.notNull())
    .addColumn('login_district', 'text', (c) => c.notNull())
    .addColumn('user_agent', 'text', (c) => c.notNull())
    .addColumn('request_id', 'text', (c) => c.notNull())
    .addColumn('auth_channel', 'text', (c) => c.notNull())
    .addColumn('login_status', 'integer', (c) => c.notNull())
    .addColumn('failure_reason', 'text', (c) => c.notNull())
    .addColumn('ttl_seconds', 'bigint', (c) => c.notNull())
    .addColumn('staff_user_id', 'text', (c) => c.notNull())
    .addColumn('staff_user_name', 'text', (c) => c.notNull())
    .addColumn('on_behalf_user_id', 'text', (c) => c.notNull())
    .addColumn('on_behalf_user_name', 'text', (c) => c.notNull())
    .addColumn('delegation_user_id', 'text', (c) => c.notNull())
    .addColumn('delegation_user_name', 'text', (c) => c.notNull())
    .addColumn('search', 'text', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('login_records_time').on('login_records').columns(['ctime', 'id']).execute();
  await db.schema.createIndex('login_records_oem').on('login_records').columns(['oem_id', 'ctime', 'id']).execute();
  await db.schema.createIndex('login_records_user').on('login_records').columns(['user_id', 'ctime', 'id']).execute();
  await db.schema
    .createIndex('login_records_name')
    .on('login_records')
    .columns(['oem_id', 'user_key', 'ctime'])
    .execute();
  await db.schema.createIndex('login_records_ip').on('login_records').columns(['ip', 'ctime']).execute();
  await makeAppendOnly(db, 'login_records');

  await db.schema
    .createTable('revisions')
    .addColumn('object_type', 'text', (c) => c.notNull())
    .addColumn('object_id', 'text', (c) => c.notNull())
    .addColumn('revision', 'integer', (c) => c.notNull())
    .addColumn('oem_id', 'text', (c) => c.notNull())
    .addColumn('audit_id', 'bigint', (c) => c.notNull())
    .addColumn('ctime', 'bigint', (c) => c.notNull())
    .addColumn('before', 'text', (c) => c.notNull())
    .addColumn('after', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('revisions_key', ['object_type', 'object_id', 'revision'])
    .execute();
  await makeAppendOnly(db, 'revisions');

  await db.schema
    .createTable('outbox')
    .addColumn('id', serialType(db), serialKey)
    .addColumn('topic', 'text', (c) => c.notNull())
    .addColumn('object_id', 'text', (c) => c.notNull())
    .addColumn('oem_id', 'text', (c) => c.notNull())
    .addColumn('audit_id', 'bigint', (c) => c.notNull())
    .addColumn('ctime', 'bigint', (c) => c.notNull())
    .addColumn('payload', 'text', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('outbox_object').on('outbox').columns(['topic', 'object_id', 'id']).execute();
}
