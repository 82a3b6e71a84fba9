import { sql } from 'kysely';
import { positionOf, storeNow } from '@/lib/db/dialect';
import { chunks, groupedBy } from '@/lib/db/grouped';
import type { Db, Tx } from '@/lib/db/store';
import type { Message, Work } from '@/lib/jobs/job';
import { type Pieces, pieceOf, written } from './artefact';
import * as repository from './repository';

/** Pieces rendered and written at once: few enough that nobody waits for them. */
const SOME = 4;

/** Renders the pieces that messages say have changed, and writes an artefact of each that did. */
export async function distributePieces(
  { runtime: { store }, signal }: Work,
  { kind: objects, pieces }: { kind: string; pieces: Pieces },
  messages: readonly Message[],
): Promise<void> {
  const kind = pieceOf(objects);
  const changed = messages.flatMap(({ object_id, audit_id, payload }) => {
    const { pieces: numbers = [] } = payload as { pieces?: number[] };
    return numbers.map((number) => ({ piece_id: `${object_id}.${number}`, audit_id }));
  });
  const causes = groupedBy(changed, ({ piece_id }) => piece_id);
  for (const ids of chunks([...causes.keys()].sort(), SOME)) {
    signal.throwIfAborted();
    const contents = await pieces.render(store.read, ids);
    await store.transaction(async (tx) => {
      const made = await write(tx, kind, ids, contents);
      const rows = ids.flatMap((id) => {
        const artefact_id = made.get(repository.keyOf({ kind, object_id: id }));
        const own = causes.get(id) ?? [];
        return artefact_id === undefined ? [] : own.map(({ audit_id }) => ({ artefact_id, audit_id }));
      });
      await repository.insertCauses(tx, rows);
    });
  }
}

/** Answers the artefacts it made. */
async function write(tx: Tx, kind: string, ids: readonly string[], contents: ReadonlyMap<string, object>) {
  const { now: ctime } = await tx.selectNoFrom(storeNow(tx).as('now')).executeTakeFirstOrThrow();
  const refs = ids.map((object_id) => ({ kind, object_id }));
  const heads = await repository.lockHeads(tx, refs);
  const rows = refs.flatMap((ref) => {
    const head = heads.get(repository.keyOf(ref));
    const content = contents.get(ref.object_id);
    if (content === undefined) return [];
    const text = written(content);
    return head?.hash === text.hash ? [] : [{ ...ref, ...text, number: (head?.number ?? 0) + 1, label: '', ctime }];
  });
  await repository.retire(
    tx,
    kind,
    ids.filter((id) => !contents.has(id)),
  );
  return repository.insertArtefacts(tx, rows);
}

/** The object that nodes should run where an artefact is of it, or of a piece of it. */
export function objectOf(db: Db) {
  const isPiece = sql`artefacts.kind like ${pieceOf('%')}`;
  const end = positionOf(db, '.', 'artefacts.object_id');
  return {
    kind: sql<string>`replace(artefacts.kind, ${pieceOf('')}, '')`,
    object_id: sql<string>`case when ${isPiece} then substr(artefacts.object_id, 1, ${end} - 1) else artefacts.object_id end`,
  };
}
