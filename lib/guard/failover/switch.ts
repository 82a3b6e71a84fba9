import { AUDIT_OK, appendAudit, ownEntry } from '@/lib/audit/record';
import type { Tx } from '@/lib/db/store';
import { lockDomains, readSettings } from '@/lib/guard/domains/repository';
import { originsOf, type Settings } from '@/lib/guard/domains/settings';
import type { DomainRow } from '@/lib/guard/domains/tables';
import { ENABLE } from '@/lib/guard/domains/vocabulary';
import { writeAffair } from '@/lib/guard/schedules/affairs';
import { answersOf, modeOf } from '@/lib/guard/schedules/records';
import { ofDomain } from '@/lib/guard/schedules/repository';
import { inMode } from '@/lib/guard/schedules/switching';
import { APPLY, AUTOMATIC, type Mode, NODE, SCHEDULE, SRC, switchTo } from '@/lib/guard/schedules/vocabulary';
import { enqueue } from '@/lib/jobs/queue';
import type { Runtime } from '@/lib/runtime/runtime';
import { switchesAfter } from './judge';
import { findFailover, note } from './repository';
import type { Judged } from './round';
import type { Obstacle } from './vocabulary';
import { THRESHOLDS } from './vocabulary';

/** How soon a switch is tried again that did not come about. */
const RETRY_MS = 60_000;
/** Origins of a domain that are asked whether they answer before visitors are sent there. */
const ASKED_ORIGINS = 3;

/** Switches domains whose time has come, side by side as far as the queue of probes lets them. */
export async function switchAll(
  runtime: Runtime,
  due: readonly Judged[],
  now: number,
  signal: AbortSignal,
): Promise<void> {
  signal.throwIfAborted();
  const isWaiting = ({ row }: Judged) => row && row.obstacle !== 'none' && now - row.tried_at < RETRY_MS;
  const ready = due.filter((one) => !isWaiting(one));
  await Promise.all(ready.map((one) => switchOne(runtime, one, now, signal)));
  runtime.jobs.wake(APPLY);
}

/** One that fails is tried again in the next round, and keeps no other from being switched. */
async function switchOne(runtime: Runtime, one: Judged, now: number, signal: AbortSignal): Promise<void> {
  const { store, log } = runtime;
  const { domain_id } = one;
  try {
    const target = one.step.do === 'to_origins' ? SRC : NODE;
    const isAllowed = target === NODE || (await originsAnswer(runtime, domain_id, signal));
    const obstacle = await store.transaction((tx) =>
      isAllowed ? move(tx, runtime, one, target, now) : Promise.resolve('origins_down' as const),
    );
    if (obstacle !== 'none') await store.transaction((tx) => note(tx, [domain_id], { obstacle, tried_at: now }));
  } catch (err) {
    signal.throwIfAborted();
    log.warn({ err, domain_id }, 'a domain could not be switched');
  }
}

/**
 * Whether an origin of a domain takes connections. It keeps Parapet from sending visitors where nothing answers, and
 * from taking its own lost network for nodes that fail.
 */
async function originsAnswer({ store, prober }: Runtime, domain_id: string, signal: AbortSignal): Promise<boolean> {
  const owner = await store.read
    .selectFrom('domains')
    .select(['oem_id', 'user_id'])
    .where('domain_id', '=', domain_id)
    .executeTakeFirst();
  if (!owner) return false;
  const asker = { oem_id: owner.oem_id, account: owner.user_id, address: '' };
  for (const { host, port } of addressesOf(await readSettings(store.read, domain_id))) {
    if ('latency_ms' in (await prober.reach(asker, host, port, signal))) return true;
  }
  return false;
}

const addressesOf = (settings: Settings) =>
  originsOf(settings)
    .services.flatMap((service) =>
      service.sources
        .filter((source) => source.status === ENABLE)
        .map((source) => ({ host: source.ip, port: source.port })),
    )
    .slice(0, ASKED_ORIGINS);

/** Switches a domain, with its affair and audit row. Answers what was in the way. */
async function move(tx: Tx, runtime: Runtime, one: Judged, target: Mode, now: number): Promise<Obstacle> {
  const { domain_id, nodes, answering, row: seen } = one;
  const owner = tx.selectFrom('domains').select(['oem_id', 'user_id']).where('domain_id', '=', domain_id);
  const found = await owner.executeTakeFirst();
  const [row] = found ? await lockDomains(tx, { ...found, tier: 'user' }, [domain_id]) : [];
  const current = await findFailover(tx, domain_id);
  const before = await ofDomain(tx, domain_id);
  // A person was faster.
  if (!row || !seen || current?.state !== seen.state || modeOf(before) === target) return 'none';
  const after = await inMode(tx, row, await readSettings(tx, domain_id), before, target, now);
  if (answersOf(after).length === 0) return 'no_record';
  const reason = { nodes, answering, ava_ratio: THRESHOLDS.ava_ratio, rounds: one.rounds };
  const asked = {
    oper: AUTOMATIC,
    cause: switchTo(target),
    now,
    tries: runtime.dns.tries,
    comment: said(target, one),
    reason,
  };
  const { affair, later } = await writeAffair(tx, [{ domain: row, before, after }], asked, { ...row, user_name: '' });
  const audit_id = await record(tx, row, target, { affairs_id: affair.affairs_id, ...reason });
  await enqueue(
    tx,
    later.kind,
    later.orders.map((order) => ({ ...order, audit_id })),
  );
  const switched = { switches: switchesAfter(seen, now), switched_at: now };
  const next = target === SRC ? { state: 'switched' as const, ...switched } : { state: 'normal' as const };
  await note(tx, [domain_id], { ...next, since: now, obstacle: 'none', tried_at: now });
  return 'none';
}

/** Why, for who reads the affair through the API; the console says it from `reason`. */
function said(target: Mode, { nodes, answering }: Judged): string {
  const found = `${answering} of ${nodes} nodes answer health checks`;
  return target === SRC ? `Too few nodes: ${found}` : `Enough nodes again: ${found}`;
}

/** The row in the owner's audit log, as of a switch by hand. */
function record(tx: Tx, row: DomainRow, target: Mode, reason: object): Promise<number> {
  const { oem_id, user_id, domain_id, domain } = row;
  const changes = { target_mode: { old: target === SRC ? NODE : SRC, new: target } };
  const entry = ownEntry(
    'guard.schedule.switch',
    `Have the ${target === SRC ? 'origins' : 'nodes'} of a domain answer for it: ${domain}`,
    { changes, params: { id: domain_id, ...reason } },
  );
  const subject = { resource_type: SCHEDULE, resource_id: domain_id, resource_label: domain };
  return appendAudit(tx, { ...entry, ...subject, oem_id, user_id, status: AUDIT_OK });
}
