import { chunks, groupedBy } from '@/lib/db/grouped';
import { SRC } from '@/lib/guard/schedules/vocabulary';
import type { Runtime } from '@/lib/runtime/runtime';
import { checkNodes } from './check';
import { isAnswering, isShort, type Nodes, nextStep, type Step } from './judge';
import * as repository from './repository';
import { switchAll } from './switch';
import type { FailoverRow } from './tables';

/** Domains judged together. */
const PAGE = 500;

export type Judged = repository.Candidate & Nodes & { step: Step };

/**
 * One round of health checks: nodes are asked, and domains switched to their origins or back where their DNS settings
 * say so. Does nothing where no DNS is connected.
 */
export async function checkRound(runtime: Runtime, now: number, signal: AbortSignal): Promise<void> {
  const { store, dns } = runtime;
  if (!dns.provider) return;
  const checked = await checkNodes(runtime, now, signal);
  const failing = checked.filter((node) => !isAnswering(node)).map((node) => node.node_id);
  await store.transaction(repository.forgetUnfollowed);
  for (let after = ''; ; ) {
    const page = await repository.candidates(store.read, failing, after, PAGE);
    await act(runtime, await judged(runtime, page, now), now, signal);
    const last = page.at(-1);
    if (!last || page.length < PAGE) return;
    after = last.domain_id;
  }
}

async function judged(runtime: Runtime, page: readonly repository.Candidate[], now: number): Promise<Judged[]> {
  if (page.length === 0) return [];
  const { store, config } = runtime;
  const ids = page.map((one) => one.domain_id);
  const nodes = groupedBy(await repository.nodesOf(store.read, ids), (node) => node.domain_id);
  const withOrigins = await repository.withOrigins(store.read, ids, SRC);
  return page.map((one) => {
    const own = nodes.get(one.domain_id) ?? [];
    const answering = own.filter(({ history }) => isAnswering({ history: history ?? '' })).length;
    const counted = { nodes: own.length, answering };
    const step = nextStep({
      ...{ row: one.row, isShort: isShort(counted), isWithOrigins: withOrigins.has(one.domain_id), now },
      patience: one.rounds * config.NODE_HEALTH_S * 1_000,
    });
    return { ...one, ...counted, step };
  });
}

/** Notes together what is alike, so that ten thousand domains that fail at once take few statements. */
async function act(runtime: Runtime, all: readonly Judged[], now: number, signal: AbortSignal): Promise<void> {
  const { store } = runtime;
  const idsOf = (some: readonly Judged[]) => some.map((one) => one.domain_id);
  const notes = groupedBy(
    all.filter(({ step }) => step.do === 'note'),
    ({ step }) => JSON.stringify(step),
  );
  const over = all.filter(({ step }) => step.do === 'forget');
  await store.transaction(async (tx) => {
    for (const [, some] of notes) await repository.note(tx, idsOf(some), noteOf(some[0]));
    await repository.forget(tx, idsOf(over));
  });
  const due = all.filter(({ step }) => step.do === 'to_origins' || step.do === 'to_nodes');
  const byAge = due.sort((a, b) => (a.row?.tried_at ?? 0) - (b.row?.tried_at ?? 0));
  for (const some of chunks(byAge, 25)) await switchAll(runtime, some, now, signal);
}

const noteOf = (one: Judged | undefined): Partial<FailoverRow> => (one?.step.do === 'note' ? one.step.row : {});
