import { type Kysely, sql } from 'kysely';
import { makeAppendOnly, makeDeletable, serialKey, serialType } from './frozen/dialect';

/**
 * What nodes are to run, as artefacts of each object with what refers to what, which of them each node should run, and
 * what it says about them (DESIGN 10). Releases of domains become their first artefacts; every object is distributed once more.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('artefacts')
    .addColumn('id', serialType(db), serialKey(db))
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('object_id', 'text', (c) => c.notNull())
    .addColumn('number', 'integer', (c) => c.notNull())
    .addColumn('hash', 'text', (c) => c.notNull())
    .addColumn('content', 'text', (c) => c.notNull())
    .addColumn('label', 'text', (c) => c.notNull())
    .addColumn('ctime', 'bigint', (c) => c.notNull())
    .execute();
  const numbers = db.schema.createIndex('artefacts_number').on('artefacts').columns(['kind', 'object_id', 'number']);
  await numbers.unique().execute();
  await db.schema.createIndex('artefacts_hash').on('artefacts').column('hash').execute();
  await makeAppendOnly(db, 'artefacts');
  await makeDeletable(db, 'artefacts');

  await db.schema
    .createTable('artefact_causes')
    .addColumn('artefact_id', 'bigint', (c) => c.notNull().references('artefacts.id').onDelete('cascade'))
    .addColumn('audit_id', 'bigint', (c) => c.notNull())
    .addColumn('action', 'text', (c) => c.notNull())
    .addColumn('actor_id', 'text', (c) => c.notNull())
    .addColumn('actor_name', 'text', (c) => c.notNull())
    .addColumn('ctime', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('artefact_causes_key', ['artefact_id', 'audit_id'])
    .execute();

  await db.schema
    .createTable('artefact_heads')
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('object_id', 'text', (c) => c.notNull())
    .addColumn('artefact_id', 'bigint', (c) => c.notNull())
    .addColumn('number', 'integer', (c) => c.notNull())
    .addColumn('hash', 'text', (c) => c.notNull())
    .addColumn('ctime', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('artefact_heads_key', ['kind', 'object_id'])
    .execute();

  await db.schema
    .createTable('artefact_refs')
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('object_id', 'text', (c) => c.notNull())
    .addColumn('to_kind', 'text', (c) => c.notNull())
    .addColumn('to_id', 'text', (c) => c.notNull())
    .addColumn('since', 'bigint', (c) => c.notNull())
    .addColumn('until', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('artefact_refs_key', ['kind', 'object_id', 'to_kind', 'to_id', 'since'])
    .execute();
  await db.schema.createIndex('artefact_refs_to').on('artefact_refs').columns(['to_kind', 'to_id', 'until']).execute();

  await nodes(db);

  await sql`insert into artefacts (kind, object_id, number, hash, content, label, ctime)
    select 'domain', domain_id, number, hash, config, domain, ctime from releases order by ctime, number`.execute(db);
  await sql`insert into artefact_causes (artefact_id, audit_id, action, actor_id, actor_name, ctime)
    select a.id, r.audit_id, r.cause, r.actor_id, r.actor_name, r.ctime
    from releases r join artefacts a on a.object_id = r.domain_id and a.number = r.number`.execute(db);
  await sql`insert into artefact_heads (kind, object_id, artefact_id, number, hash, ctime)
    select a.kind, a.object_id, a.id, a.number, a.hash, a.ctime from artefacts a
    join (select object_id, max(number) as number from artefacts group by object_id) l
    on l.object_id = a.object_id and l.number = a.number`.execute(db);
  const order = sql`0, '{}', 0, 0, 0, 0, 0, ''`;
  const columns = sql`(kind, object_id, audit_id, payload, wanted_at, due_at, attempts, tried_at, failed_at, error)`;
  await sql`insert into jobs ${columns} select 'delivery.policy', policy_id, ${order} from policies`.execute(db);
  await sql`insert into jobs ${columns}
    select 'delivery.domain', domain_id, ${order} from domains where audit_status = 4`.execute(db);
  await db.schema.dropTable('releases').execute();
  await db.schema.dropTable('outbox').execute();
}

async function nodes(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('desired')
    .addColumn('node_id', 'text', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('object_id', 'text', (c) => c.notNull())
    .addColumn('number', 'integer', (c) => c.notNull())
    .addColumn('revision', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('desired_key', ['node_id', 'kind', 'object_id'])
    .execute();
  await db.schema.createIndex('desired_revision').on('desired').columns(['node_id', 'revision']).execute();
  await db.schema.createIndex('desired_object').on('desired').columns(['kind', 'object_id', 'node_id']).execute();

  await db.schema
    .createTable('node_revisions')
    .addColumn('node_id', 'text', (c) => c.primaryKey())
    .addColumn('revision', 'bigint', (c) => c.notNull())
    .addColumn('reported_revision', 'bigint', (c) => c.notNull())
    .addColumn('reported_at', 'bigint', (c) => c.notNull())
    .execute();

  await db.schema
    .createTable('running')
    .addColumn('node_id', 'text', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('object_id', 'text', (c) => c.notNull())
    .addColumn('number', 'integer', (c) => c.notNull())
    .addColumn('since', 'bigint', (c) => c.notNull())
    .addColumn('failed_number', 'integer', (c) => c.notNull())
    .addColumn('failed_since', 'bigint', (c) => c.notNull())
    .addColumn('failure', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('running_key', ['node_id', 'kind', 'object_id'])
    .execute();
  await db.schema.createIndex('running_object').on('running').columns(['kind', 'object_id', 'node_id']).execute();
}
