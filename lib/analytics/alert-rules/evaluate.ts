import { v5 as uuid } from 'uuid';
import { askForDelivery } from '@/lib/analytics/alert-channels/deliver';
import { type Fired, insertAlerts, lastAlerts, touchAlerts } from '@/lib/analytics/alerts/repository';
import type { Facts } from '@/lib/analytics/alerts/vocabulary';
import { chunks } from '@/lib/db/grouped';
import { DAY_MS } from '@/lib/jobs/prune';
import type { Runtime } from '@/lib/runtime/runtime';
import { sumsByDomain } from './figures';
import { goesOn, isWhole, isWithin, latestEnd, limitOf, MINUTE_MS, meets, metricOf, STEP_MS, type Sums } from './judge';
import * as judging from './judging';
import { WINDOWS } from './vocabulary';

/** The two stores that judging reads and writes. */
export type Judge = Pick<Runtime, 'store'> & { analytics: Pick<Runtime['analytics'], 'store'> };

/** Windows that passed while nothing was judged are judged later, back to here. */
const CATCH_UP_MS = 6 * 3_600_000;
/** Rules whose judgement goes in one transaction where nothing fired. */
const AT_ONCE = 500;
/** More domains than these are not written into each query. */
const WRITTEN_OUT = 100;

/** Of the windows of one length that end at one time: those of now, and those of the same time of each day before. */
type Windows = { now: ReadonlyMap<string, Sums>; before: readonly ReadonlyMap<string, Sums>[] };

/** A window of a domain that meets the condition of a rule. */
type Met = { target: judging.Target; facts: Facts };

/**
 * Judges every rule that is on for the windows that ended since it judged last, oldest first. Alerts and how far a rule has
 * judged are written together, so that a run which is cut off anywhere is taken up where it was.
 */
export async function judgeRules(given: Judge, now: number, signal: AbortSignal): Promise<void> {
  const latest = latestEnd(now);
  await judging.takeBack(given.store, latest);
  const rules = await judging.dueRules(given.store.read, latest);
  if (rules.length === 0) return;
  const targets = await judging.targetsOf(given.store.scan, rules);
  const begun = rules.flatMap(({ judged_until }) => (judged_until > 0 ? [judged_until + STEP_MS] : []));
  const first = Math.max(latest - CATCH_UP_MS, Math.min(latest, ...begun));
  for (let until = first; until <= latest && !signal.aborted; until += STEP_MS) {
    const due = rules.filter(({ judged_until }) => (judged_until === 0 ? until === latest : judged_until < until));
    for (const minutes of WINDOWS) {
      const some = due.filter((rule) => rule.window_minutes === minutes);
      if (some.length === 0) continue;
      const windows = await windowsOf(given, some, targets, until - minutes * MINUTE_MS, until);
      await judgeWindows(given, some, targets, windows, until, now);
    }
  }
}

async function windowsOf(
  { analytics }: Judge,
  rules: readonly judging.Rule[],
  targets: judging.Targets,
  from: number,
  until: number,
): Promise<Windows> {
  const ids = [...new Set(rules.flatMap((rule) => targets.of(rule).map(({ domain_id }) => domain_id)))];
  const domain_ids = ids.length > WRITTEN_OUT ? ('all' as const) : ids;
  const scope = { oem_id: null, domain_ids, include_unowned: false };
  const days = Math.max(0, ...rules.map((rule) => (rule.policy_type === 'spike' ? rule.baseline_days : 0)));
  const read = (day: number) =>
    sumsByDomain(analytics.store, scope, { from: from - day * DAY_MS, until: until - day * DAY_MS });
  const now = await read(0);
  const before: ReadonlyMap<string, Sums>[] = [];
  for (let day = 1; day <= days; day++) before.push(await read(day));
  return { now, before };
}

async function judgeWindows(
  given: Judge,
  rules: readonly judging.Rule[],
  targets: judging.Targets,
  windows: Windows,
  until: number,
  now: number,
): Promise<void> {
  const quiet: judging.Rule[] = [];
  for (const rule of rules) {
    const met = isWithin(rule.schedule, until) ? metBy(rule, targets.of(rule), windows, until) : [];
    if (met.length === 0) quiet.push(rule);
    else await raise(given, rule, met, until, now);
  }
  for (const some of chunks(quiet, AT_ONCE)) {
    await given.store.transaction((tx) =>
      judging.noteJudged(
        tx,
        some.map(({ id }) => id),
        until,
      ),
    );
  }
}

function metBy(rule: judging.Rule, targets: readonly judging.Target[], { now, before }: Windows, until: number): Met[] {
  const from = until - rule.window_minutes * MINUTE_MS;
  return targets.flatMap((target) => {
    if (!isWhole(rule, from, target.since)) return [];
    const sums = now.get(target.domain_id);
    const limit = limitOf(
      rule,
      before.slice(0, rule.baseline_days).map((day) => day.get(target.domain_id)),
    );
    if (limit === undefined || !meets(rule, sums, limit)) return [];
    const { name, metric, comparison } = rule;
    const value = metricOf(metric, sums) ?? 0;
    return [{ target, facts: { rule: name, metric, comparison, from, until, value, ...limit } }];
  });
}

/** Writes what a rule found: an alert for each domain, or that an alert goes on. */
function raise({ store }: Judge, rule: judging.Rule, met: readonly Met[], until: number, now: number): Promise<void> {
  return store.transaction(async (tx) => {
    // Changed, switched off, deleted, or judged by another process meanwhile: what was found is not this rule's any more.
    if (!(await judging.lockUnchanged(tx, rule, until))) return;
    const last = await lastAlerts(
      tx,
      rule.id,
      met.map(({ target }) => target.domain_id),
    );
    const fired: Fired[] = [];
    const on: number[] = [];
    for (const { target, facts } of met) {
      const alert = last.get(target.domain_id);
      if (alert && goesOn(rule, alert.seen_at, until)) on.push(alert.id);
      else fired.push(alertOf(rule, target, facts, now));
    }
    await touchAlerts(tx, on, until, now);
    const made = await insertAlerts(tx, fired);
    await askForDelivery(tx, rule.root_id, rule.channel_ids, [...made.values()]);
    await judging.noteJudged(tx, [rule.id], until);
  });
}

/** One rule, one domain, one window: always the same alert. */
const NAMESPACE = 'b3d0c9a4-52a7-4f0e-9d6a-7c1f5e8a2b94';

function alertOf(rule: judging.Rule, { since: _since, ...target }: judging.Target, facts: Facts, ctime: number): Fired {
  const key = uuid(`${rule.id} ${target.domain_id} ${facts.until}`, NAMESPACE);
  return { ...target, uuid: key, rule_id: rule.id, policy_type: rule.policy_type, facts, ctime };
}
