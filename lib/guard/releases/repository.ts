import { sql } from 'kysely';
import type { Page } from '@/lib/api/fields';
import { type Paging, paginate } from '@/lib/db/paginate';
import type { Db } from '@/lib/db/store';
import type { Ref } from '@/lib/delivery/artefact';
import { distributionOf } from '@/lib/delivery/deliver';
import type { CauseRow, RunningRow } from '@/lib/delivery/tables';
import { DOMAIN } from '@/lib/guard/domains/vocabulary';

/** An object that belongs to a domain's releases, from when to when (0: still). */
export type Span = Ref & { since: number; until: number };

/** What a domain refers to or did, and what that refers to in turn. The domain is one the caller sees. */
export async function spansOf(db: Db, domain_id: string): Promise<Span[]> {
  const spans: Span[] = [];
  for (let from: Span[] = [{ kind: DOMAIN, object_id: domain_id, since: 0, until: 0 }]; from.length > 0; ) {
    const next: Span[] = [];
    for (const { kind, object_id, since, until } of from) {
      const refs = db.selectFrom('artefact_refs').selectAll().where('kind', '=', kind);
      for (const row of await refs.where('object_id', '=', object_id).execute()) {
        const end = Math.min(row.until || Number.MAX_SAFE_INTEGER, until || Number.MAX_SAFE_INTEGER);
        const span = { since: Math.max(row.since, since), until: end === Number.MAX_SAFE_INTEGER ? 0 : end };
        if (span.until === 0 || span.since < span.until)
          next.push({ kind: row.to_kind, object_id: row.to_id, ...span });
      }
    }
    spans.push(...next);
    from = next;
  }
  return spans;
}

const SHOWN = ['id', 'kind', 'object_id', 'number', 'label', 'hash', 'ctime'] as const;
export type Listed = Ref & { id: number; number: number; label: string; hash: string; ctime: number };

/** The domain's own artefacts, and of what it refers to those made while it did. */
function inSequence(db: Db, domain_id: string, spans: readonly Span[]) {
  return db
    .selectFrom('artefacts')
    .where((eb) =>
      eb.or([
        eb.and([eb('kind', '=', DOMAIN), eb('object_id', '=', domain_id)]),
        ...spans.map(({ kind, object_id, since, until }) =>
          eb.and([
            ...[eb('kind', '=', kind), eb('object_id', '=', object_id), eb('ctime', '>', since)],
            ...(until === 0 ? [] : [eb('ctime', '<', until)]),
          ]),
        ),
      ]),
    );
}

/**
 * Of what is in sequence, what was in force: the last of its object by then. One whose next is no longer kept may have been replaced
 * before, so nothing is said of it.
 */
function inForce(db: Db, domain_id: string, spans: readonly Span[], at: number) {
  const then = spans.filter(({ since, until }) => since <= at && (until === 0 || at < until));
  return inSequence(db, domain_id, then).where((eb) => {
    const others = eb
      .selectFrom('artefacts as other')
      .select('other.id')
      .whereRef('other.kind', '=', 'artefacts.kind')
      .whereRef('other.object_id', '=', 'artefacts.object_id');
    const last = eb
      .selectFrom('artefact_heads as head')
      .select('head.number')
      .whereRef('head.kind', '=', 'artefacts.kind')
      .whereRef('head.object_id', '=', 'artefacts.object_id');
    const next = others.where('other.number', '=', eb('artefacts.number', '+', 1)).where('other.ctime', '>', at);
    return eb.and([eb('ctime', '<=', at), eb.or([eb.exists(next), eb('artefacts.number', '=', last)])]);
  });
}

/** Newest first; of those in force at a time where one is given. */
export function listArtefacts(
  db: Db,
  domain_id: string,
  spans: readonly Span[],
  paging: Paging,
  at?: number,
): Promise<Page<Listed>> {
  const found = at === undefined ? inSequence(db, domain_id, spans) : inForce(db, domain_id, spans, at);
  return paginate(found, found.select(SHOWN).orderBy('id', 'desc'), paging, (row) => row);
}

/** One artefact of an object. */
export function findArtefact(db: Db, { kind, object_id }: Ref, number: number) {
  const one = db.selectFrom('artefacts').where('kind', '=', kind).where('object_id', '=', object_id);
  return one
    .where('number', '=', number)
    .select([...SHOWN, 'content'])
    .executeTakeFirst();
}

/** Characters of a configuration that a list still compares, as almost every domain's is. */
const COMPARED = 8 * 1024;

/** What these artefacts and those before them hold, as far as a list compares it, by `contentKey`. */
export async function contentsOf(db: Db, rows: readonly (Ref & { number: number })[]): Promise<Map<string, string>> {
  if (rows.length === 0) return new Map();
  const numbers = [...new Set(rows.flatMap(({ number }) => [number, number - 1]))];
  const found = await db
    .selectFrom('artefacts')
    .select(['kind', 'object_id', 'number', 'content'])
    .where('object_id', 'in', [...new Set(rows.map((row) => row.object_id))])
    .where('kind', 'in', [...new Set(rows.map((row) => row.kind))])
    .where('number', 'in', numbers)
    .where(sql<boolean>`length(content) <= ${sql.lit(COMPARED)}`)
    .execute();
  return new Map(found.map((row) => [contentKey(row, row.number), row.content]));
}

export const contentKey = ({ kind, object_id }: Ref, number: number) => `${kind} ${object_id} ${number}`;

/** By artefact, the first cause first. */
export function causesOf(db: Db, ids: readonly number[]): Promise<(CauseRow & { artefact_id: number })[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return db.selectFrom('artefact_causes').selectAll().where('artefact_id', 'in', ids).orderBy('audit_id').execute();
}

type Wanted = Ref & { node_id: string; number: number };

/** What the nodes of a domain should run of it and of these objects. */
export async function desiredOn(db: Db, domain_id: string, refs: readonly Ref[]): Promise<Wanted[]> {
  const ids = [domain_id, ...refs.map((ref) => ref.object_id)];
  const nodes = db
    .selectFrom('desired')
    .select('node_id')
    .where('kind', '=', DOMAIN)
    .where('object_id', '=', domain_id);
  const lines = db.selectFrom('desired').select(['node_id', 'kind', 'object_id', 'number']).where('number', '>', 0);
  const own = lines.where('node_id', 'in', nodes.where('number', '>', 0)).where('object_id', 'in', ids);
  return own.orderBy('node_id').execute();
}

/** What these nodes say of objects. */
export async function runningOn(db: Db, lines: readonly Wanted[]): Promise<RunningRow[]> {
  if (lines.length === 0) return [];
  const nodes = [...new Set(lines.map((line) => line.node_id))];
  const ids = [...new Set(lines.map((line) => line.object_id))];
  return db.selectFrom('running').selectAll().where('object_id', 'in', ids).where('node_id', 'in', nodes).execute();
}

/** How many changes of these objects are not distributed yet. */
export async function countPending(db: Db, refs: readonly Ref[]): Promise<number> {
  let pending = 0;
  for (const { kind, object_id } of refs) {
    const waiting = db.selectFrom('jobs').where('kind', '=', distributionOf(kind)).where('object_id', '=', object_id);
    pending += Number((await waiting.select((eb) => eb.fn.countAll<number>().as('n')).executeTakeFirst())?.n ?? 0);
  }
  return pending;
}

/** The last artefact of an object, and when the latest change that it brought was saved; 0 while there is none. */
export async function lastOf(db: Db, { kind, object_id }: Ref): Promise<{ number: number; changed_at: number }> {
  const row = await db
    .selectFrom('artefact_heads')
    .leftJoin('artefact_causes', 'artefact_causes.artefact_id', 'artefact_heads.artefact_id')
    .select(({ fn }) => ['artefact_heads.number', fn.max('artefact_causes.ctime').as('changed_at')])
    .where('kind', '=', kind)
    .where('object_id', '=', object_id)
    .groupBy('artefact_heads.number')
    .executeTakeFirst();
  return { number: row?.number ?? 0, changed_at: Number(row?.changed_at ?? 0) };
}
