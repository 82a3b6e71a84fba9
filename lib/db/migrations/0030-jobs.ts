import { type Kysely, sql } from 'kysely';
import { makeDeletable, serialKey, serialType } from './frozen/dialect';

/** Work after the commit: what is to be done, and which process does it until when (DESIGN 3). */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('jobs')
    .addColumn('id', serialType(db), serialKey(db))
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('object_id', 'text', (c) => c.notNull())
    .addColumn('audit_id', 'bigint', (c) => c.notNull())
    .addColumn('payload', 'text', (c) => c.notNull())
    .addColumn('wanted_at', 'bigint', (c) => c.notNull())
    .addColumn('due_at', 'bigint', (c) => c.notNull())
    .addColumn('attempts', 'integer', (c) => c.notNull())
    .addColumn('tried_at', 'bigint', (c) => c.notNull())
    .addColumn('failed_at', 'bigint', (c) => c.notNull())
    .addColumn('error', 'text', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('jobs_due').on('jobs').columns(['kind', 'failed_at', 'due_at', 'id']).execute();
  await db.schema.createIndex('jobs_object').on('jobs').columns(['kind', 'object_id', 'id']).execute();

  await db.schema
    .createTable('job_claims')
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('object_id', 'text', (c) => c.notNull())
    .addColumn('run', 'text', (c) => c.notNull())
    .addColumn('lease_until', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('job_claims_key', ['kind', 'object_id'])
    .execute();
  await db.schema.createIndex('job_claims_run').on('job_claims').column('run').execute();

  await sql`
    insert into jobs (kind, object_id, audit_id, payload, wanted_at, due_at, attempts, tried_at, failed_at, error)
    select 'guard.approvals.apply', domain_id, 0, '{}', due_at, due_at, 0, 0, 0, '' from approval_holds`.execute(db);
  await makeDeletable(db, 'api_key_logs');
}
