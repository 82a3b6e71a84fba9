import type { Ctx } from '@/lib/api/context';
import { notFound } from '@/lib/api/errors';
import { requireOperator } from '@/lib/tenancy/operator';
import type { Artefact, Desired, ReportInput } from './contract';
import * as repository from './repository';

/**
 * What a node should run: everything for `since` 0 or a revision that is not the node's (a restored store), else what
 * changed. Large states come in several answers, each of whole revisions.
 */
export async function readDesired(ctx: Ctx, node_id: string, since: number): Promise<Desired> {
  await requireNode(ctx, node_id);
  const latest = await repository.revisionOf(ctx.db, node_id);
  const from = since > latest ? 0 : since;
  const { lines, revision } = await repository.linesSince(ctx.db, node_id, from, latest);
  const artefacts = lines.flatMap(({ kind, object_id, number, hash }) =>
    hash === null ? [] : [{ kind, object_id, number, hash }],
  );
  const gone = lines.filter((line) => line.number === 0).map(({ kind, object_id }) => ({ kind, object_id }));
  return { node_id, since: from, revision, latest, artefacts, absent: from === 0 ? [] : gone };
}

/** An artefact of an object that the node should run. Throws not_found for any other. */
export async function readArtefact(ctx: Ctx, node_id: string, hash: string): Promise<Artefact> {
  await requireNode(ctx, node_id);
  const found = await repository.findArtefact(ctx.db, node_id, hash);
  if (!found) throw notFound();
  return found;
}

/** Keeps what a node says of objects it has or had to run; of others it says nothing that counts. */
export async function report(ctx: Ctx, node_id: string, input: ReportInput): Promise<{ stored: number }> {
  await requireNode(ctx, node_id);
  const stored = await ctx.runtime.store.transaction((tx) => repository.writeReport(tx, node_id, input, ctx.now));
  return { stored };
}

/** A node runs domains of every brand, so that only the operator's keys may speak for it. */
async function requireNode(ctx: Ctx, node_id: string): Promise<void> {
  requireOperator(ctx);
  if (!(await repository.isNode(ctx.db, node_id))) throw notFound();
}
