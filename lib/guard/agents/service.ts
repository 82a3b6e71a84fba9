import type { z } from 'zod';
import { JUDGE_DELIVERIES } from '@/lib/analytics/delivery-alerts/vocabulary';
import { RANGES } from '@/lib/analytics/enrich/ranges';
import type { IngestAnswer, NodeBatch } from '@/lib/analytics/ingest/contract';
import { ingestOfNode } from '@/lib/analytics/ingest/service';
import type { Ctx } from '@/lib/api/context';
import type { StreamReply } from '@/lib/api/envelope';
import { notFound } from '@/lib/api/errors';
import { readManifest } from '@/lib/cli/release/release';
import { fingerprintOf } from '@/lib/guard/certs/artefact';
import { openKeys } from '@/lib/guard/certs/sealed-keys';
import { writeHealth } from '@/lib/guard/fleet/health-rows';
import { noteSeen } from '@/lib/guard/fleet/seen';
import type { Artefact, Desired, HealthInput, NodeCertificate, NodeRelease, ReportInput } from './contract';
import { untilNextPoll } from './polls';
import * as repository from './repository';

/**
 * What a node should run: everything for `since` 0 or a revision that is not the node's (a restored store), else what
 * changed. Large states come in several answers, each of whole revisions.
 */
export async function readDesired(ctx: Ctx, node_id: string, { since, wait }: Asked): Promise<Desired> {
  await requireNode(ctx, node_id);
  await noteSeen(ctx.runtime, node_id, ctx.now);
  const latest = await latestAfter(ctx, node_id, since, wait);
  const from = since > latest ? 0 : since;
  const { lines, revision } = await repository.linesSince(ctx.db, node_id, from, latest);
  const artefacts = lines.flatMap(({ kind, object_id, number, hash }) =>
    hash === null ? [] : [{ kind, object_id, number, hash }],
  );
  const gone = lines.filter((line) => line.number === 0).map(({ kind, object_id }) => ({ kind, object_id }));
  return { node_id, since: from, revision, latest, artefacts, absent: from === 0 ? [] : gone };
}

type Asked = { since: number; wait: number };

/**
 * The latest revision, once it is not `since` any more or `wait` seconds are over. A request that ended waits no longer, nor
 * does one that newer ones of the node took the place of.
 */
function latestAfter(ctx: Ctx, node_id: string, since: number, wait: number): Promise<number> {
  const end = Date.now() + wait * 1_000;
  return ctx.runtime.nodePolls.run(node_id, async (isOver) => {
    for (;;) {
      const latest = await repository.revisionOf(ctx.db, node_id);
      if (latest !== since || Date.now() >= end || isOver.aborted || ctx.request.signal()?.aborted) return latest;
      await untilNextPoll(ctx.behalf);
    }
  });
}

/** A certificate that the node should run, its key open. Throws not_found for any other. */
export async function readCertificate(
  ctx: Ctx,
  node_id: string,
  id: number,
): Promise<z.output<typeof NodeCertificate>> {
  await requireNode(ctx, node_id);
  const row = await repository.findCertificate(ctx.db, node_id, id);
  if (!row) throw notFound();
  const { key } = openKeys(ctx.runtime.seal, row);
  return { id, cert: row.cert, key, fingerprint: fingerprintOf(row) };
}

/** An artefact of an object that the node should run. Throws not_found for any other. */
export async function readArtefact(ctx: Ctx, node_id: string, hash: string): Promise<Artefact> {
  await requireNode(ctx, node_id);
  const found = await repository.findArtefact(ctx.db, node_id, hash);
  if (!found) throw notFound();
  return found;
}

/**
 * Artefacts of objects that the node should run, as many of them as go into one answer, at least one. Others are left out: a node asks again
 * for those.
 */
export async function readArtefacts(
  ctx: Ctx,
  node_id: string,
  hashes: readonly string[],
): Promise<{ list: Artefact[] }> {
  await requireNode(ctx, node_id);
  return { list: await repository.findArtefacts(ctx.db, node_id, hashes) };
}

const PIECE = 64 * 1024;

/** The networks of a country or of an autonomous system, by which a node knows where an address is. Throws not_found for other names. */
export async function readRanges(ctx: Ctx, node_id: string, name: string): Promise<StreamReply> {
  await requireNode(ctx, node_id);
  if (!RANGES.test(name)) throw notFound();
  const text = await ctx.runtime.ranges.read(name);
  const pieces = async function* () {
    for (let from = 0; from < text.length; from += PIECE) yield text.slice(from, from + PIECE);
  };
  return { media_type: 'text/plain; charset=utf-8', file_name: `${name}.txt`, chunks: pieces() };
}

/** The signed executable of a node's system, as the agent asks for it before it upgrades itself. */
export async function readRelease(ctx: Ctx, node_id: string, system: string): Promise<NodeRelease | null> {
  await requireNode(ctx, node_id);
  const manifest = await readManifest(ctx.runtime.config.CLI_RELEASE_DIR);
  const file = manifest?.files.find(({ os, arch }) => `${os}-${arch}` === system);
  if (!manifest || !file?.signature) return null;
  const { name, size, sha256, signature } = file;
  return { version: manifest.version, name, size, sha256, signature };
}

/** Keeps what a node says of objects it has or had to run; of others it says nothing that counts. */
export async function report(ctx: Ctx, node_id: string, input: ReportInput): Promise<{ stored: number }> {
  await requireNode(ctx, node_id);
  const stored = await ctx.runtime.store.transaction((tx) => repository.writeReport(tx, node_id, input, ctx.now));
  ctx.runtime.jobs.wake(JUDGE_DELIVERIES);
  return { stored };
}

/** Keeps how a node says it is, and how far its clock is ahead of this one. */
export async function takeHealth(ctx: Ctx, node_id: string, { clock, ...figures }: HealthInput) {
  await requireNode(ctx, node_id);
  const clock_off_ms = clock - ctx.now;
  await writeHealth(ctx.runtime.store, node_id, { ...figures, said_at: ctx.now, clock_off_ms });
  return { clock_off_ms };
}

/** Stores what a node logged for the domains that it serves, of whichever brand. */
export async function takeEvents(ctx: Ctx, node_id: string, batch: NodeBatch): Promise<IngestAnswer> {
  await requireNode(ctx, node_id);
  const isServed = (domain_ids: readonly string[]) => repository.servedOf(ctx.db, node_id, domain_ids);
  return ingestOfNode(ctx, { node_id, isServed }, batch);
}

async function requireNode(ctx: Ctx, node_id: string): Promise<void> {
  if (!(await repository.isNode(ctx.db, node_id))) throw notFound();
}
