import { type Kysely, sql } from 'kysely';
import { isPostgres, serialKey } from './frozen/dialect';

/**
 * Certificates became objects of their own on nodes: domains that have one are rendered again, to refer to it. Bindings of
 * a deleted certificate are taken away by a job, in parts, so they may outlive it for a moment; no id is used twice.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    insert into jobs (kind, object_id, audit_id, payload, wanted_at, due_at, attempts, tried_at, failed_at, error)
    select 'delivery.domain', o.domain_id, 0, '{}', 0, 0, 0, 0, 0, ''
    from (select distinct domain_id from certificate_bindings) as o order by o.domain_id`.execute(db);
  if (isPostgres(db)) {
    await sql`alter table certificate_bindings drop constraint certificate_bindings_cert_id_fkey`.execute(db);
  } else await withoutReference(db);
}

/** SQLite cannot drop a reference, so the table is made anew; its numbers go on where they were. */
async function withoutReference(db: Kysely<never>): Promise<void> {
  await sql`create table bindings_kept as select * from certificate_bindings`.execute(db);
  await sql`create table binding_numbers as select seq from sqlite_sequence where name = 'certificate_bindings'`.execute(
    db,
  );
  await sql`drop table certificate_bindings`.execute(db);
  await db.schema
    .createTable('certificate_bindings')
    .addColumn('id', 'integer', serialKey(db))
    .addColumn('cert_id', 'bigint', (c) => c.notNull())
    .addColumn('domain_id', 'text', (c) => c.notNull().references('domains.domain_id').onDelete('cascade'))
    .addColumn('ctime', 'bigint', (c) => c.notNull())
    .execute();
  await sql`insert into certificate_bindings select id, cert_id, domain_id, ctime from bindings_kept`.execute(db);
  await sql`delete from sqlite_sequence where name = 'certificate_bindings'`.execute(db);
  await sql`insert into sqlite_sequence (name, seq) select 'certificate_bindings', seq from binding_numbers`.execute(
    db,
  );
  await sql`drop table bindings_kept`.execute(db);
  await sql`drop table binding_numbers`.execute(db);
  await db.schema
    .createIndex('certificate_bindings_domain')
    .on('certificate_bindings')
    .columns(['domain_id', 'cert_id'])
    .unique()
    .execute();
  await db.schema.createIndex('certificate_bindings_cert').on('certificate_bindings').column('cert_id').execute();
}
