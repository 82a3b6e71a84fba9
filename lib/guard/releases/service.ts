import type { Ctx } from '@/lib/api/context';
import { notFound } from '@/lib/api/errors';
import type { Page } from '@/lib/api/fields';
import { idOf } from '@/lib/api/ids';
import { diff } from '@/lib/audit/diff';
import { groupedBy } from '@/lib/db/grouped';
import type { Ref } from '@/lib/delivery/artefact';
import { requireDomain } from '@/lib/guard/domains/locked';
import { DOMAIN } from '@/lib/guard/domains/vocabulary';
import type { Delivery, Release, ReleaseDetail, ReleaseDiff, ReleaseQuery } from './contract';
import * as repository from './repository';

/**
 * The releases of a domain, newest first, or those in force at a time; those of a deleted one are kept, and read through the audit
 * log alone.
 */
export async function listReleases(ctx: Ctx, domain_id: string, query: ReleaseQuery): Promise<Page<Release>> {
  await requireDomain(ctx, domain_id);
  const spans = await repository.spansOf(ctx.db, domain_id);
  const page = await repository.listArtefacts(ctx.db, domain_id, spans, query, query.at);
  return { ...page, list: await complete(ctx, domain_id, page.list) };
}

export async function readRelease(ctx: Ctx, domain_id: string, release: string): Promise<ReleaseDetail> {
  const { content, ...row } = await find(ctx, domain_id, release);
  const [one] = await complete(ctx, domain_id, [row]);
  if (!one) throw notFound();
  const lines = await repository.desiredOn(ctx.db, domain_id, [row]);
  const said = await repository.runningOn(ctx.db, lines);
  const failures = said
    .filter((line) => isOf(line, row) && line.failed_number === row.number)
    .map(({ node_id, failure, failed_since }) => ({ node_id, message: failure, since: failed_since }));
  return { ...one, config: JSON.parse(content), failures };
}

/** What a release changed against `from`, the one of its object before it unless said; 0 is the empty beginning. */
export async function diffRelease(ctx: Ctx, domain_id: string, release: string, from?: number): Promise<ReleaseDiff> {
  const to = await find(ctx, domain_id, release);
  const base = from ?? to.number - 1;
  const before = base === 0 ? { content: '{}' } : await repository.findArtefact(ctx.db, to, base);
  if (!before) throw notFound();
  return { from: base, to: to.number, changes: diff(JSON.parse(before.content), JSON.parse(to.content)) };
}

/**
 * Which nodes run a domain as it should be. A node runs it when it runs the last artefact of the domain and of all
 * it refers to, and has failed when it has failed at any of them.
 */
export async function readDelivery(ctx: Ctx, domain_id: string): Promise<Delivery> {
  await requireDomain(ctx, domain_id);
  const current = (await repository.spansOf(ctx.db, domain_id)).filter((span) => span.until === 0);
  const lines = await repository.desiredOn(ctx.db, domain_id, current);
  const said = await repository.runningOn(ctx.db, lines);
  const nodes = [...groupedBy(lines, (line) => line.node_id)].map(([node_id, wanted]) => {
    const rows = wanted.map((line) => said.find((row) => isOf(row, line) && row.node_id === node_id));
    const failed = rows.find((row, i) => row !== undefined && row.failed_number === wanted[i]?.number);
    if (failed) return { node_id, state: 'failed' as const, message: failed.failure, since: failed.failed_since };
    const isRunning = rows.every((row, i) => row?.number === wanted[i]?.number);
    const since = isRunning ? Math.max(...rows.map((row) => row?.since ?? 0)) : 0;
    return { node_id, state: isRunning ? ('running' as const) : ('waiting' as const), message: '', since };
  });
  const own = { kind: DOMAIN, object_id: domain_id };
  const [pending, last] = await Promise.all([
    repository.countPending(ctx.db, [own, ...current]),
    repository.lastOf(ctx.db, own),
  ]);
  return { pending, ...last, nodes };
}

const isOf = (row: Ref, ref: Ref) => row.kind === ref.kind && row.object_id === ref.object_id;

const idIn = (domain_id: string, { kind, object_id, number }: Ref & { number: number }) =>
  kind === DOMAIN && object_id === domain_id ? String(number) : `${kind}.${object_id}.${number}`;

/** What an artefact changed against the one before it; nothing where one of them was not read. */
function changesOf(row: Ref & { number: number }, contents: ReadonlyMap<string, string>) {
  const after = contents.get(repository.contentKey(row, row.number));
  const before = contents.get(repository.contentKey(row, row.number - 1));
  return before === undefined || after === undefined ? {} : diff(JSON.parse(before), JSON.parse(after));
}

/** Artefacts with what caused them and where they run. */
async function complete(ctx: Ctx, domain_id: string, rows: readonly repository.Listed[]): Promise<Release[]> {
  const ids = rows.map((row) => row.id);
  const [causes, lines, contents] = await Promise.all([
    repository.causesOf(ctx.db, ids),
    repository.desiredOn(ctx.db, domain_id, rows),
    repository.contentsOf(ctx.db, rows),
  ]);
  const said = await repository.runningOn(ctx.db, lines);
  const byArtefact = groupedBy(causes, (cause) => String(cause.artefact_id));
  return rows.map(({ id, ...row }) => {
    const own = said.filter((line) => isOf(line, row));
    const [runs, fails] = [
      own.filter((l) => l.number === row.number),
      own.filter((l) => l.failed_number === row.number),
    ];
    const heard = new Set([...runs, ...fails].map((line) => line.node_id));
    const wanted = lines.filter((line) => isOf(line, row) && line.number === row.number && !heard.has(line.node_id));
    return {
      ...row,
      id: idIn(domain_id, row),
      changes: changesOf(row, contents),
      causes: (byArtefact.get(String(id)) ?? []).map(({ artefact_id: _, ...cause }) => cause),
      nodes: { running: runs.length, failed: fails.length, waiting: wanted.length },
    };
  });
}

/** A release of the domain. Throws not_found for one that is not among them. */
async function find(ctx: Ctx, domain_id: string, release: string) {
  await requireDomain(ctx, domain_id);
  const [kind = '', object_id = '', number = '', ...more] = release.split('.');
  const isOwn = object_id === '';
  const ref = isOwn ? { kind: DOMAIN, object_id: domain_id } : { kind, object_id };
  const row = more.length > 0 ? undefined : await repository.findArtefact(ctx.db, ref, idOf(isOwn ? kind : number));
  if (!row) throw notFound();
  if (isOwn) return row;
  const spans = await repository.spansOf(ctx.db, domain_id);
  const isListed = spans.some(
    (span) => isOf(span, row) && row.ctime > span.since && (span.until === 0 || row.ctime < span.until),
  );
  if (!isListed) throw notFound();
  return row;
}
