import { sql } from 'kysely';
import { orderOf } from '@/lib/analytics/delivery-alerts/judge';
import { JUDGE_DELIVERIES } from '@/lib/analytics/delivery-alerts/vocabulary';
import { chunks } from '@/lib/db/grouped';
import type { Db, Tx } from '@/lib/db/store';
import { objectOf } from '@/lib/delivery/pieces';
import type { RunningRow } from '@/lib/delivery/tables';
import { CERT } from '@/lib/guard/certs/vocabulary';
import { DOMAIN } from '@/lib/guard/domains/vocabulary';
import { enqueue, type Order } from '@/lib/jobs/queue';
import type { Artefact, ReportInput } from './contract';

/** Lines of one answer; a revision with more comes whole all the same, and has some hundred at most. */
const LINES = 1_000;

export async function isNode(db: Db, node_id: string): Promise<boolean> {
  const found = db.selectFrom('nodes').select('node_id').where('node_id', '=', node_id);
  return (await found.executeTakeFirst()) !== undefined;
}

/** How far a node's desired state has come; 0 for a node that never had one. */
export async function revisionOf(db: Db, node_id: string): Promise<number> {
  const own = db.selectFrom('node_revisions').select('revision').where('node_id', '=', node_id);
  return (await own.executeTakeFirst())?.revision ?? 0;
}

type DesiredLine = { kind: string; object_id: string; number: number; hash: string | null; revision: number };

/** What changed of a node's desired state in the revisions after `since`, whole ones, at most to `latest`. */
export async function linesSince(
  db: Db,
  node_id: string,
  since: number,
  latest: number,
): Promise<{ lines: DesiredLine[]; revision: number }> {
  let changed = db
    .selectFrom('desired')
    .leftJoin('artefacts', (join) =>
      join
        .onRef('artefacts.kind', '=', 'desired.kind')
        .onRef('artefacts.object_id', '=', 'desired.object_id')
        .onRef('artefacts.number', '=', 'desired.number'),
    )
    .select(['desired.kind', 'desired.object_id', 'desired.number', 'artefacts.hash', 'desired.revision'])
    .where('desired.node_id', '=', node_id)
    .where('desired.revision', '>', since)
    .where('desired.revision', '<=', latest);
  if (since === 0) changed = changed.where('desired.number', '>', 0);
  const first = await changed.orderBy('desired.revision').limit(LINES).execute();
  const last = first.at(-1)?.revision;
  if (last === undefined || first.length < LINES) return { lines: first, revision: latest };
  const rest = await changed.where('desired.revision', '=', last).execute();
  return { lines: [...first.filter((line) => line.revision < last), ...rest], revision: last };
}

/** Artefacts of objects that a node should run, or of pieces of them, in whichever version; the last one first. */
function artefactsOf(db: Db, node_id: string, hashes: readonly string[]) {
  const object = objectOf(db);
  return db
    .selectFrom('artefacts')
    .innerJoin('desired', (join) =>
      join.on('desired.kind', '=', object.kind).on('desired.object_id', '=', object.object_id),
    )
    .where('artefacts.hash', 'in', hashes)
    .where('desired.node_id', '=', node_id)
    .where('desired.number', '>', 0)
    .orderBy('artefacts.number', 'desc');
}

const ARTEFACT = [
  'artefacts.kind',
  'artefacts.object_id',
  'artefacts.number',
  'artefacts.hash',
  'artefacts.content',
] as const;

export function findArtefact(db: Db, node_id: string, hash: string): Promise<Artefact | undefined> {
  return artefactsOf(db, node_id, [hash]).select(ARTEFACT).limit(1).executeTakeFirst();
}

/** Characters of the contents of one answer, beyond which there is but one. */
const ANSWER = 1 << 20;

/** Those of some artefacts that go into one answer, each once. */
export async function findArtefacts(db: Db, node_id: string, hashes: readonly string[]): Promise<Artefact[]> {
  const size = sql<number>`length(artefacts.content)`.as('size');
  const sizes = new Map<string, number>();
  for (const row of await artefactsOf(db, node_id, hashes).select(['artefacts.hash', size]).execute()) {
    sizes.set(row.hash, Number(row.size));
  }
  let sum = 0;
  const fitting = [...sizes].filter(([, own], i) => {
    sum += own;
    return i === 0 || sum <= ANSWER;
  });
  if (fitting.length === 0) return [];
  const rows = await artefactsOf(
    db,
    node_id,
    fitting.map(([hash]) => hash),
  )
    .select(ARTEFACT)
    .execute();
  return [...new Map(rows.reverse().map((row) => [row.hash, row])).values()];
}

/** A certificate that a node should serve. */
export function findCertificate(db: Db, node_id: string, id: number) {
  const wanted = db.selectFrom('desired').select('object_id').where('node_id', '=', node_id).where('kind', '=', CERT);
  return db
    .selectFrom('certificates')
    .selectAll()
    .where('id', '=', id)
    .where(({ exists }) => exists(wanted.where('object_id', '=', String(id)).where('number', '>', 0)))
    .executeTakeFirst();
}

/** Which of some domains a node should run or, as far as it has said, still does. */
export async function servedOf(db: Db, node_id: string, domain_ids: readonly string[]): Promise<Set<string>> {
  const served = new Set<string>();
  for (const some of chunks(domain_ids, LINES)) {
    for (const table of ['desired', 'running'] as const) {
      const own = db.selectFrom(table).select('object_id').where('node_id', '=', node_id).where('kind', '=', DOMAIN);
      const rows = await own.where('number', '>', 0).where('object_id', 'in', some).execute();
      for (const { object_id } of rows) served.add(object_id);
    }
  }
  return served;
}

/**
 * Keeps what a node said about objects of its desired state, and has those domains looked at that failed, or run again. Answers
 * about how many objects it said something.
 */
export async function writeReport(tx: Tx, node_id: string, { revision, objects }: ReportInput, now: number) {
  const latest = await revisionOf(tx, node_id);
  const reached = { reported_revision: Math.min(revision, latest), reported_at: now };
  await tx.updateTable('node_revisions').set(reached).where('node_id', '=', node_id).execute();
  const ids = [...new Set(objects.map((one) => one.object_id))];
  const known = new Map<string, { number: number; revision: number }>();
  for (const some of chunks(ids, LINES)) {
    const own = tx.selectFrom('desired').selectAll().where('node_id', '=', node_id).where('object_id', 'in', some);
    for (const row of await own.execute()) known.set(`${row.kind} ${row.object_id}`, row);
  }
  const before = await saidBefore(tx, node_id, ids);
  const news: Order[] = [];
  const said = new Map(objects.map((one) => [`${one.kind} ${one.object_id} ${one.status}`, one]));
  let stored = 0;
  for (const { message, status, ...one } of said.values()) {
    const line = known.get(`${one.kind} ${one.object_id}`);
    if (!line || line.number < one.number) continue;
    stored++;
    const { kind, object_id, number, since } = one;
    const what =
      status === 'running' ? { number, since } : { failed_number: number, failed_since: since, failure: message };
    if (kind === DOMAIN && isNews(before.get(object_id), { number, status, message }))
      news.push(orderOf({ node_id, domain_id: object_id }));
    await upsert(tx, { node_id, kind, object_id }, what);
    if (status === 'running') await forgetFailure(tx, { node_id, kind, object_id }, number);
  }
  await enqueue(tx, JUDGE_DELIVERIES, news);
  await forgetAbsent(tx, node_id, reached.reported_revision);
  return stored;
}

type Before = Pick<RunningRow, 'failed_number' | 'failure'>;

/** What a node said of domains last. */
async function saidBefore(tx: Tx, node_id: string, ids: readonly string[]): Promise<Map<string, Before>> {
  const found = new Map<string, Before>();
  for (const some of chunks(ids, LINES)) {
    const own = tx.selectFrom('running').select(['object_id', 'failed_number', 'failure']);
    const rows = await own
      .where('node_id', '=', node_id)
      .where('kind', '=', DOMAIN)
      .where('object_id', 'in', some)
      .execute();
    for (const { object_id, ...row } of rows) found.set(object_id, row);
  }
  return found;
}

/** Whether what is said now of a domain is a failure that was not said, or that one is over. */
function isNews(
  { failed_number, failure }: Before = { failed_number: 0, failure: '' },
  { number, status, message }: Pick<ReportInput['objects'][number], 'number' | 'status' | 'message'>,
): boolean {
  if (status === 'running') return failed_number > 0 && failed_number <= number;
  return failed_number !== number || failure !== message;
}

type Key = Pick<RunningRow, 'node_id' | 'kind' | 'object_id'>;

async function upsert(tx: Tx, key: Key, what: Partial<RunningRow>): Promise<void> {
  const none = { number: 0, since: 0, failed_number: 0, failed_since: 0, failure: '' };
  await tx
    .insertInto('running')
    .values({ ...key, ...none, ...what })
    .onConflict((c) => c.columns(['node_id', 'kind', 'object_id']).doUpdateSet(what))
    .execute();
}

/** What runs has not failed, nor has what came before it. */
async function forgetFailure(tx: Tx, { node_id, kind, object_id }: Key, number: number): Promise<void> {
  const own = tx.updateTable('running').set({ failed_number: 0, failed_since: 0, failure: '' });
  const one = own.where('node_id', '=', node_id).where('kind', '=', kind).where('object_id', '=', object_id);
  await one.where('failed_number', '<=', number).execute();
}

/** A node that has applied the revision in which an object was absent runs it no more. */
async function forgetAbsent(tx: Tx, node_id: string, revision: number): Promise<void> {
  await tx
    .deleteFrom('running')
    .where('node_id', '=', node_id)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('desired')
          .select('desired.node_id')
          .whereRef('desired.node_id', '=', 'running.node_id')
          .whereRef('desired.kind', '=', 'running.kind')
          .whereRef('desired.object_id', '=', 'running.object_id')
          .where('desired.number', '=', 0)
          .where('desired.revision', '<=', revision),
      ),
    )
    .execute();
}
