import type { FailoverRow, NodeHealthRow } from './tables';
import { ENOUGH_CHECKS, HOUR_MS, THRESHOLDS } from './vocabulary';

/** A history with one more check, as long as counts. */
export const lengthened = (history: string, isAnswering: boolean): string =>
  `${history}${isAnswering ? 1 : 0}`.slice(-THRESHOLDS.total_count);

/** Whether a node answers. One that was hardly checked yet does. */
export function isAnswering({ history }: Pick<NodeHealthRow, 'history'>): boolean {
  const succeeded = [...history].filter((check) => check === '1').length;
  return history.length < ENOUGH_CHECKS || succeeded >= history.length * THRESHOLDS.ava_ratio;
}

/** Nodes of a domain that are to answer for it, and how many of them do. */
export type Nodes = { nodes: number; answering: number };

/** Whether too few nodes of a domain answer. One without nodes has nothing that could fail. */
export const isShort = ({ nodes, answering }: Nodes): boolean => answering < nodes * THRESHOLDS.ava_ratio;

export type Situation = {
  row: FailoverRow | undefined;
  isShort: boolean;
  /** Whether its origins answer for it now. */
  isWithOrigins: boolean;
  /** Milliseconds for which it must be short, or not any more, before it switches. */
  patience: number;
  now: number;
};

/** What is to be done about a domain: note a state, forget it, or switch. */
export type Step = { do: 'nothing' | 'forget' | 'to_origins' | 'to_nodes' } | { do: 'note'; row: Partial<FailoverRow> };

/** The next step, one at a time. Whatever a person switched meanwhile is left as it is. */
export function nextStep(situation: Situation): Step {
  const { row, isWithOrigins, now } = situation;
  const state = row?.state ?? 'normal';
  if (row && (state === 'switched' || state === 'recovering')) {
    return isWithOrigins ? towardsNodes(situation, row) : { do: 'forget' };
  }
  if (isWithOrigins) return { do: row ? 'forget' : 'nothing' };
  if (situation.isShort) return towardsOrigins(situation);
  if (state === 'failing') return { do: 'note', row: { state: 'normal', since: now, obstacle: 'none' } };
  const isOver = row !== undefined && now - row.switched_at > HOUR_MS;
  return { do: isOver ? 'forget' : 'nothing' };
}

function towardsOrigins({ row, patience, now }: Situation): Step {
  if (row?.state !== 'failing') return { do: 'note', row: { state: 'failing', since: now } };
  return { do: now - row.since >= patience ? 'to_origins' : 'nothing' };
}

function towardsNodes({ isShort, patience, now }: Situation, row: FailoverRow): Step {
  if (isShort) return row.state === 'switched' ? { do: 'nothing' } : { do: 'note', row: { state: 'switched' } };
  if (row.state !== 'recovering') return { do: 'note', row: { state: 'recovering', since: now } };
  // One that went back and forth too often waits for an hour to pass.
  const isRestless = row.switches >= THRESHOLDS.max_count && now - row.switched_at < HOUR_MS;
  return { do: now - row.since >= patience && !isRestless ? 'to_nodes' : 'nothing' };
}

/** Switches that count when one more is made. */
export const switchesAfter = (row: Pick<FailoverRow, 'switches' | 'switched_at'>, now: number): number =>
  now - row.switched_at < HOUR_MS ? row.switches + 1 : 1;
