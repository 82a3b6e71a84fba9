import type { Kysely } from 'kysely';
import { makeAppendOnly, serialType } from './frozen/dialect';
import { reusedSerialKey } from './frozen/reused-serial';

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
  const audit = (name: string, columns: string[]) =>
    db.schema.createIndex(`audit_logs_${name}`).on('audit_logs').columns(columns).execute();
  await audit('time', ['ctime', 'id']);
  await audit('oem', ['oem_id', 'ctime', 'id']);
  await audit('type', ['actor_type', 'ctime', 'id']);
  await audit('oem_type', ['oem_id', 'actor_type', 'ctime', 'id']);
  // One person's rows are few enough to filter by type inside the index.
  await audit('user', ['user_id', 'ctime', 'id', 'actor_type']);
  await audit('behalf', ['on_behalf_user_id', 'ctime', 'id', 'actor_type', 'user_id']);
  await makeAppendOnly(db, 'audit_logs');

  await db.schema
    .createTable('audit_head')
    .addColumn('one', 'integer', (c) => c.primaryKey())
    .addColumn('id', 'bigint', (c) => c.notNull())
    .addColumn('hash', 'text', (c) => c.notNull())
    .execute();

  await db.schema
    .createTable('login_records')
    .addColumn('id', serialType(db), reusedSerialKey)
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
  const logins = (name: string, columns: string[]) =>
    db.schema.createIndex(`login_records_${name}`).on('login_records').columns(columns).execute();
  await logins('time', ['ctime', 'id']);
  await logins('oem', ['oem_id', 'ctime', 'id']);
  await logins('status', ['login_status', 'ctime', 'id']);
  await logins('oem_status', ['oem_id', 'login_status', 'ctime', 'id']);
  await logins('user', ['user_id', 'ctime', 'id', 'login_status']);
  await logins('behalf', ['on_behalf_user_id', 'ctime', 'id', 'login_status', 'user_id']);
  await logins('name', ['oem_id', 'user_key', 'ctime']);
  await logins('ip', ['ip', 'ctime']);
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
    .addColumn('id', serialType(db), reusedSerialKey)
    .addColumn('topic', 'text', (c) => c.notNull())
    .addColumn('object_id', 'text', (c) => c.notNull())
    .addColumn('oem_id', 'text', (c) => c.notNull())
    .addColumn('audit_id', 'bigint', (c) => c.notNull())
    .addColumn('ctime', 'bigint', (c) => c.notNull())
    .addColumn('payload', 'text', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('outbox_object').on('outbox').columns(['topic', 'object_id', 'id']).execute();
}
