import { type RawBuilder, sql } from 'kysely';
import { forShare, forUpdate, isOneOf, type Types } from '@/lib/db/dialect';
import { chunks, groupedBy, powersOfTwo } from '@/lib/db/grouped';
import { insertList } from '@/lib/db/insert-list';
import { prepared } from '@/lib/db/prepared';
import type { Db, Tx } from '@/lib/db/store';
import type { Ref } from './artefact';
import type { ArtefactRow, Head } from './tables';

export const keyOf = ({ kind, object_id }: Ref) => `${kind} ${object_id}`;

/** Rows of one statement. */
const ROWS = 200;

/** Objects by their kind, kinds and ids in one order everywhere, so that two distributions cannot wait for each other. */
const byKind = (refs: readonly Ref[]) =>
  [...groupedBy(refs, (ref) => ref.kind)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([kind, own]) => [kind, [...new Set(own.map((ref) => ref.object_id))].sort()] as const);

/** Objects of a kind as a list of their ids. */
type Objects = { kind: string; objects: string };
const objectsOf = (kind: string, ids: readonly string[]): Objects => ({ kind, objects: JSON.stringify(ids) });

type StoredHead = Head & { artefact_id: number; ctime: number };

const NO_HEAD = { artefact_id: 0, number: 0, hash: '', ctime: 0 };
const HEAD: Types = {
  kind: 'text',
  object_id: 'text',
  artefact_id: 'bigint',
  number: 'bigint',
  hash: 'text',
  ctime: 'bigint',
};

const beginHeads = prepared((db, { heads }: { heads: string }) =>
  insertList(db, 'artefact_heads', HEAD, heads).onConflict((c) => c.doNothing()),
);

const headsFor = (lock: (db: Db) => RawBuilder<unknown>) =>
  prepared((db, { kind, objects }: Objects) =>
    db
      .selectFrom('artefact_heads')
      .selectAll()
      .where('kind', '=', kind)
      .where(isOneOf(db, 'object_id', 'text', objects))
      .orderBy('object_id')
      .modifyEnd(lock(db)),
  );
const headsToChange = headsFor(forUpdate);
const headsToKeep = headsFor(forShare);

/** The last artefact of each of these objects, number 0 where there is none, locked until the transaction ends. */
export async function lockHeads(tx: Tx, refs: readonly Ref[]): Promise<Map<string, StoredHead>> {
  const heads = new Map<string, StoredHead>();
  for (const [kind, ids] of byKind(refs)) {
    await beginHeads(tx, { heads: JSON.stringify(ids.map((object_id) => ({ kind, object_id, ...NO_HEAD }))) });
    for (const row of await headsToChange(tx, objectsOf(kind, ids))) heads.set(keyOf(row), row);
  }
  return heads;
}

/** Numbers of the last artefacts of these objects, which nobody else can follow up until the transaction ends. */
export async function shareHeads(tx: Tx, refs: readonly Ref[]): Promise<Map<string, number>> {
  const heads = new Map<string, number>();
  for (const [kind, ids] of byKind(refs)) {
    for (const row of await headsToKeep(tx, objectsOf(kind, ids))) heads.set(keyOf(row), row.number);
  }
  return heads;
}

const rendered = prepared((db, { kind, objects }: Objects) =>
  db
    .selectFrom('artefact_heads')
    .select('object_id')
    .where('kind', '=', kind)
    .where('number', '>', 0)
    .where(isOneOf(db, 'object_id', 'text', objects)),
);

/** Those of these objects that have no artefact. */
export async function withoutHead(db: Db, kind: string, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const has = new Set((await rendered(db, objectsOf(kind, ids))).map((row) => row.object_id));
  return ids.filter((id) => !has.has(id));
}

const replaceHeads = prepared((db, { heads }: { heads: string }) =>
  insertList(db, 'artefact_heads', HEAD, heads).onConflict((c) =>
    c.columns(['kind', 'object_id']).doUpdateSet((eb) => ({
      artefact_id: eb.ref('excluded.artefact_id'),
      number: eb.ref('excluded.number'),
      hash: eb.ref('excluded.hash'),
      ctime: eb.ref('excluded.ctime'),
    })),
  ),
);

/** Writes artefacts, each the last of its object from now on. Answers their ids. */
export async function insertArtefacts(tx: Tx, rows: readonly Omit<ArtefactRow, 'id'>[]): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  // Contents are long, and so rather values than parts of a list; few numbers of rows make few statements.
  for (const some of powersOfTwo(rows, ROWS)) {
    const made = await tx.insertInto('artefacts').values(some).returning(['id', 'kind', 'object_id']).execute();
    for (const row of made) ids.set(keyOf(row), row.id);
  }
  const heads = rows.map(({ kind, object_id, number, hash, ctime }) => {
    return { kind, object_id, number, hash, ctime, artefact_id: ids.get(keyOf({ kind, object_id })) ?? 0 };
  });
  if (heads.length > 0) await replaceHeads(tx, { heads: JSON.stringify(heads) });
  return ids;
}

/** Leaves these objects without a last artefact; what they had is kept as long as something names it. */
export async function retire(tx: Tx, kind: string, ids: readonly string[]): Promise<void> {
  for (const some of chunks(ids, ROWS)) {
    const heads = tx.updateTable('artefact_heads').set({ artefact_id: 0, hash: '' }).where('kind', '=', kind);
    await heads.where('object_id', 'in', some).execute();
  }
}

const auditsOf = prepared((db, { ids }: { ids: string }) =>
  db
    .selectFrom('audit_logs')
    .select(['id', 'action', 'user_id', 'actor_name', 'ctime'])
    .where(isOneOf(db, 'id', 'bigint', ids)),
);

const CAUSE: Types = {
  artefact_id: 'bigint',
  audit_id: 'bigint',
  action: 'text',
  actor_id: 'text',
  actor_name: 'text',
  ctime: 'bigint',
};

const addCauses = prepared((db, { causes }: { causes: string }) =>
  insertList(db, 'artefact_causes', CAUSE, causes).onConflict((c) => c.doNothing()),
);

/** Names the audit rows that caused artefacts; those of no audit row (0) have none. */
export async function insertCauses(
  tx: Tx,
  causes: readonly { artefact_id: number; audit_id: number }[],
): Promise<void> {
  const ids = [...new Set(causes.map((cause) => cause.audit_id))].filter((id) => id > 0);
  if (ids.length === 0) return;
  const known = new Map((await auditsOf(tx, { ids: JSON.stringify(ids) })).map((row) => [row.id, row]));
  const rows = causes.flatMap(({ artefact_id, audit_id }) => {
    const audit = known.get(audit_id);
    if (!audit) return [];
    const { action, user_id: actor_id, actor_name, ctime } = audit;
    return [{ artefact_id, audit_id, action, actor_id, actor_name, ctime }];
  });
  for (const some of chunks(rows, ROWS)) await addCauses(tx, { causes: JSON.stringify(some) });
}

const refsFrom = prepared((db, { kind, objects }: Objects) =>
  db
    .selectFrom('artefact_refs')
    .select(['object_id', 'to_kind', 'to_id'])
    .where('kind', '=', kind)
    .where(isOneOf(db, 'object_id', 'text', objects))
    .where('until', '=', 0),
);

/** What each of these objects refers to in its last artefact. */
export async function refsOf(db: Db, refs: readonly Ref[]): Promise<Map<string, Ref[]>> {
  const found = new Map<string, Ref[]>();
  for (const [kind, ids] of byKind(refs)) {
    for (const [object_id, rows] of groupedBy(await refsFrom(db, objectsOf(kind, ids)), (row) => row.object_id)) {
      found.set(
        keyOf({ kind, object_id }),
        rows.map((row) => ({ kind: row.to_kind, object_id: row.to_id })),
      );
    }
  }
  return found;
}

/** Ends references that are no more and begins those that are new. */
export async function writeRefs(
  tx: Tx,
  before: ReadonlyMap<string, readonly Ref[]>,
  after: ReadonlyMap<string, readonly Ref[]>,
  now: number,
): Promise<void> {
  const has = (list: readonly Ref[] | undefined, ref: Ref) => list?.some((one) => keyOf(one) === keyOf(ref)) ?? false;
  const pair = (key: string, to: Ref) => {
    const [kind = '', object_id = ''] = key.split(' ');
    return { kind, object_id, to_kind: to.kind, to_id: to.object_id };
  };
  for (const [key, refs] of before) {
    for (const ref of refs) {
      if (has(after.get(key), ref)) continue;
      const { kind, object_id, to_kind, to_id } = pair(key, ref);
      const own = tx.updateTable('artefact_refs').set({ until: now }).where('kind', '=', kind);
      const to = own.where('object_id', '=', object_id).where('to_kind', '=', to_kind).where('to_id', '=', to_id);
      await to.where('until', '=', 0).execute();
    }
  }
  const begun = [...after].flatMap(([key, refs]) =>
    refs.filter((ref) => !has(before.get(key), ref)).map((ref) => ({ ...pair(key, ref), since: now, until: 0 })),
  );
  const again = sql<number>`0`;
  for (const some of chunks(begun, ROWS)) {
    const conflict = ['kind', 'object_id', 'to_kind', 'to_id', 'since'] as const;
    await tx
      .insertInto('artefact_refs')
      .values(some)
      .onConflict((c) => c.columns([...conflict]).doUpdateSet({ until: again }))
      .execute();
  }
}
