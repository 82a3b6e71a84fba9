import { forUpdate, isOneOf, storeNow } from '@/lib/db/dialect';
import { chunks, groupedBy } from '@/lib/db/grouped';
import { prepared } from '@/lib/db/prepared';
import type { Tx } from '@/lib/db/store';
import type { Ref } from './artefact';
import { keyOf, refsOf, shareHeads } from './repository';

/** Where an object runs. */
export type Placed = Ref & {
  /** Its last artefact; 0 where the object is gone. */
  number: number;
  /** Left out: the nodes that run what refers to it. */
  nodes?: readonly string[];
  /** Nodes that keep what they have. */
  locked: readonly string[];
  refers: readonly Ref[];
};

/** One line of a node's desired state; number 0: the object is absent. */
type Line = Ref & { node_id: string; number: number };

const lineKey = (line: Ref & { node_id: string }) => `${line.node_id} ${keyOf(line)}`;

/**
 * Brings the desired states of nodes in line with where objects run now, and so those of all they refer to. What a
 * node has no use for any more is absent from its next revision. All that one transaction changes of a node is one
 * revision. The heads of `placed` are locked; `before` is what they referred to until now.
 */
export async function place(tx: Tx, placed: readonly Placed[], before: ReadonlyMap<string, readonly Ref[]>) {
  const old = groupedBy(await linesOf(tx, placed), keyOf);
  const lines = placed.flatMap((one) => changesOf(one, old.get(keyOf(one)) ?? []));
  const shown = placed.flatMap((one) => [...one.refers, ...(before.get(keyOf(one)) ?? [])]);
  const targets = await shareHeads(tx, shown);
  const nodes = [...lines, ...[...old.values()].flat()].map((line) => line.node_id);
  const revisions = await lockNodes(tx, nodes);
  await write(tx, lines, revisions);

  const moved = new Set(lines.filter((line) => isMove(line, old.get(keyOf(line)))).map(keyOf));
  const pairs = placed.flatMap((one) => {
    const [was, is] = [before.get(keyOf(one)) ?? [], one.refers];
    const isSame = was.length === is.length && is.every((ref) => was.some((other) => keyOf(other) === keyOf(ref)));
    if (isSame && !moved.has(keyOf(one))) return [];
    const own = [...(old.get(keyOf(one)) ?? []), ...lines.filter((line) => keyOf(line) === keyOf(one))];
    return pairsOf(
      [...was, ...is],
      own.map((line) => line.node_id),
    );
  });
  await follow(tx, pairs, targets, revisions);
}

/** Whether an object appears on a node or disappears from it, not only in another version. */
const isMove = (line: Line, old: readonly Line[] = []) =>
  line.number === 0 || !old.some((one) => one.node_id === line.node_id && one.number > 0);

function changesOf({ kind, object_id, number, nodes, locked }: Placed, old: readonly Line[]): Line[] {
  const running = old.filter((line) => line.number > 0 && !locked.includes(line.node_id));
  const wanted = nodes ?? old.filter((line) => line.number > 0).map((line) => line.node_id);
  const kept = number === 0 ? [] : wanted;
  const has = (node_id: string) => old.some((line) => line.node_id === node_id && line.number === number);
  return [
    ...kept.filter((node_id) => !has(node_id)).map((node_id) => ({ kind, object_id, node_id, number })),
    ...running.filter((line) => !kept.includes(line.node_id)).map((line) => ({ ...line, number: 0 })),
  ];
}

type Pair = Ref & { node_id: string };

const pairsOf = (refs: readonly Ref[], node_ids: readonly string[]): Pair[] =>
  refs.flatMap((ref) => [...new Set(node_ids)].map((node_id) => ({ ...ref, node_id })));

/** Gives nodes what something on them refers to, takes from them what nothing does any more, and so on down. */
async function follow(
  tx: Tx,
  pairs: readonly Pair[],
  heads: ReadonlyMap<string, number>,
  revisions: ReadonlyMap<string, number>,
): Promise<void> {
  const distinct = [...new Map(pairs.map((pair) => [lineKey(pair), pair])).values()];
  if (distinct.length === 0) return;
  const old = new Map((await linesOf(tx, distinct)).map((line) => [lineKey(line), line.number]));
  const lines: Line[] = [];
  for (const pair of distinct) {
    const number = (await isNeeded(tx, pair)) ? (heads.get(keyOf(pair)) ?? 0) : 0;
    if (number !== (old.get(lineKey(pair)) ?? 0)) lines.push({ ...pair, number });
  }
  await write(tx, lines, revisions);
  const moved = lines.filter((line) => line.number === 0 || (old.get(lineKey(line)) ?? 0) === 0);
  const refs = await refsOf(tx, moved);
  const next = moved.flatMap((line) => pairsOf(refs.get(keyOf(line)) ?? [], [line.node_id]));
  await follow(tx, next, await shareHeads(tx, next), revisions);
}

/** Whether anything that the node should run refers to the object. */
async function isNeeded(tx: Tx, { kind, object_id, node_id }: Pair): Promise<boolean> {
  const found = await tx
    .selectFrom('artefact_refs')
    .innerJoin('desired', (join) =>
      join
        .onRef('desired.kind', '=', 'artefact_refs.kind')
        .onRef('desired.object_id', '=', 'artefact_refs.object_id')
        .on('desired.node_id', '=', node_id)
        .on('desired.number', '>', 0),
    )
    .select('desired.node_id')
    .where('artefact_refs.to_kind', '=', kind)
    .where('artefact_refs.to_id', '=', object_id)
    .where('artefact_refs.until', '=', 0)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

const linesWith = prepared((db, { kind, objects }: { kind: string; objects: string }) =>
  db
    .selectFrom('desired')
    .select(['node_id', 'kind', 'object_id', 'number'])
    .where('kind', '=', kind)
    .where(isOneOf(db, 'object_id', 'text', objects)),
);

/** What all nodes have of these objects, absences too. */
async function linesOf(tx: Tx, refs: readonly Ref[]): Promise<Line[]> {
  const lines: Line[] = [];
  for (const [kind, own] of groupedBy(refs, (ref) => ref.kind)) {
    const ids = [...new Set(own.map((ref) => ref.object_id))];
    lines.push(...(await linesWith(tx, { kind, objects: JSON.stringify(ids) })));
  }
  return lines;
}

/** The next revision of each of these nodes, which are locked until the transaction ends. */
async function lockNodes(tx: Tx, node_ids: readonly string[]): Promise<Map<string, number>> {
  const ids = [...new Set(node_ids)].sort();
  if (ids.length === 0) return new Map();
  const fresh = ids.map((node_id) => ({ node_id, revision: 0, reported_revision: 0, reported_at: 0 }));
  await tx
    .insertInto('node_revisions')
    .values(fresh)
    .onConflict((c) => c.doNothing())
    .execute();
  const rows = tx.selectFrom('node_revisions').select(['node_id', 'revision']).where('node_id', 'in', ids);
  const locked = await rows.orderBy('node_id').modifyEnd(forUpdate(tx)).execute();
  return new Map(locked.map(({ node_id, revision }) => [node_id, Number(revision) + 1]));
}

const ROWS = 200;

async function write(tx: Tx, lines: readonly Line[], revisions: ReadonlyMap<string, number>): Promise<void> {
  for (const some of chunks(lines, ROWS)) {
    const ctime = storeNow(tx);
    const rows = some.map((line) => ({ ...line, revision: revisions.get(line.node_id) ?? 0, ctime }));
    await tx
      .insertInto('desired')
      .values(rows)
      .onConflict((c) =>
        c.columns(['node_id', 'kind', 'object_id']).doUpdateSet((eb) => ({
          number: eb.ref('excluded.number'),
          revision: eb.ref('excluded.revision'),
          ctime: eb.ref('excluded.ctime'),
        })),
      )
      .execute();
  }
  for (const node_id of new Set(lines.map((line) => line.node_id))) {
    const revision = revisions.get(node_id) ?? 0;
    await tx.updateTable('node_revisions').set({ revision }).where('node_id', '=', node_id).execute();
  }
}
