import { storeNow } from '@/lib/db/dialect';
import { groupedBy } from '@/lib/db/grouped';
import type { Db, Tx } from '@/lib/db/store';
import type { Message, Work } from '@/lib/jobs/job';
import { type Delivered, type Ref, type Rendering, written } from './artefact';
import { type Placed, place } from './desired';
import { distributePieces } from './pieces';
import * as repository from './repository';

/** An object as it is now, with the audit rows that asked for it to be looked at. */
type Fresh = Ref & {
  rendering: Rendering;
  hash: string;
  content: string;
  audit_ids: readonly number[];
  /** It is here for what refers to it, and only its first artefact: it may have got one meanwhile, from what is newer. */
  isFirst?: true;
};

/**
 * Brings objects of a kind to their nodes: renders them, outside of any transaction, writes an artefact of each that
 * differs from its last one, and the desired states of nodes. Several messages of an object are one rendering.
 */
export async function distribute(
  work: Work,
  delivered: readonly Delivered[],
  { kind, render, pieces }: Delivered,
  messages: readonly Message[],
): Promise<void> {
  const { store } = work.runtime;
  if (pieces) await distributePieces(work, { kind, pieces }, messages);
  const asked = groupedBy(messages, (message) => message.object_id);
  const renderings = await render(store.read, [...asked.keys()]);
  const fresh: Fresh[] = [];
  for (const [object_id, rendering] of renderings) {
    if (rendering === 'unready') continue;
    const audit_ids = (asked.get(object_id) ?? []).map((message) => message.audit_id);
    fresh.push({ kind, object_id, rendering, ...written(rendering.content), audit_ids });
  }
  const gone = [...asked.keys()].filter((object_id) => !renderings.has(object_id));
  fresh.push(...(await firstOf(store.read, delivered, fresh)));
  const wanted_at = new Map([...asked].map(([id, own]) => [`${kind} ${id}`, own[0]?.wanted_at ?? 0]));
  await store.transaction(async (tx) => {
    await work.done(tx, messages);
    await write(tx, { kind, fresh, gone, wanted_at });
  });
}

/** What these objects refer to and was never rendered, with what that refers to in turn. */
async function firstOf(db: Db, delivered: readonly Delivered[], fresh: readonly Fresh[]): Promise<Fresh[]> {
  const found: Fresh[] = [];
  for (let from = fresh; from.length > 0; ) {
    const next: Fresh[] = [];
    for (const { kind, render } of delivered) {
      const causes = causesOf(kind, from, [...fresh, ...found]);
      const missing = await repository.withoutHead(db, kind, [...causes.keys()]);
      if (missing.length === 0) continue;
      for (const [object_id, rendering] of await render(db, missing)) {
        if (rendering === 'unready') continue;
        const audit_ids = causes.get(object_id) ?? [];
        next.push({ kind, object_id, rendering, ...written(rendering.content), audit_ids, isFirst: true });
      }
    }
    found.push(...next);
    from = next;
  }
  return found;
}

/** Objects of a kind that these refer to, but for those that are known, with the audit rows that lead to them. */
function causesOf(kind: string, from: readonly Fresh[], known: readonly Ref[]): Map<string, number[]> {
  const has = new Set(known.filter((one) => one.kind === kind).map((one) => one.object_id));
  const causes = new Map<string, number[]>();
  for (const { rendering, audit_ids } of from) {
    for (const ref of rendering.refers) {
      if (ref.kind !== kind || has.has(ref.object_id)) continue;
      causes.set(ref.object_id, [...(causes.get(ref.object_id) ?? []), ...audit_ids]);
    }
  }
  return causes;
}

type Written = { kind: string; fresh: readonly Fresh[]; gone: readonly string[]; wanted_at: Map<string, number> };

async function write(tx: Tx, { kind, fresh: rendered, gone, wanted_at }: Written): Promise<void> {
  const { now } = await tx.selectNoFrom(storeNow(tx).as('now')).executeTakeFirstOrThrow();
  const heads = await repository.lockHeads(tx, [...rendered, ...gone.map((object_id) => ({ kind, object_id }))]);
  const headOf = (ref: Ref) => heads.get(repository.keyOf(ref));
  const fresh = rendered.filter((one) => !one.isFirst || (headOf(one)?.number ?? 0) === 0);
  const changed = fresh.filter((one) => headOf(one)?.hash !== one.hash);
  const rows = changed.map(({ kind, object_id, hash, content, rendering: { label } }) => {
    return {
      kind,
      object_id,
      hash,
      content,
      label,
      number: (headOf({ kind, object_id })?.number ?? 0) + 1,
      ctime: now,
    };
  });
  const made = await repository.insertArtefacts(tx, rows);
  const causes = fresh.flatMap((one) => {
    const head = headOf(one);
    const artefact_id = made.get(repository.keyOf(one)) ?? head?.artefact_id ?? 0;
    // What was asked for before the last artefact was written may be in it already.
    const isLate = (wanted_at.get(repository.keyOf(one)) ?? now) <= (head?.ctime ?? 0);
    return made.has(repository.keyOf(one)) || isLate
      ? one.audit_ids.map((audit_id) => ({ artefact_id, audit_id }))
      : [];
  });
  await repository.insertCauses(tx, causes);
  const before = await repository.refsOf(tx, [...fresh, ...gone.map((object_id) => ({ kind, object_id }))]);
  const after = new Map(fresh.map((one) => [repository.keyOf(one), one.rendering.refers]));
  await repository.writeRefs(tx, before, after, now);
  const numbers = new Map(rows.map((row) => [repository.keyOf(row), row.number]));
  const placed = fresh.map(({ kind, object_id, rendering: { nodes, locked = [], refers } }): Placed => {
    const ref = { kind, object_id };
    return { ...ref, number: numbers.get(repository.keyOf(ref)) ?? headOf(ref)?.number ?? 0, nodes, locked, refers };
  });
  placed.push(...gone.map((object_id) => ({ kind, object_id, number: 0, nodes: [], locked: [], refers: [] })));
  await place(tx, placed, before);
}
