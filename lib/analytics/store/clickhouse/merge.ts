import { PROCESS } from '@/lib/queues/behalf';
import type { AttackDetail, EventWithDetails } from '../../events/event';
import { type AnalyticsEvent, SOURCE_ACCESS } from '../../events/event';
import { mergeHalves } from '../../events/merge';
import type { BatchResult, Row } from '../store';

/** An event as the store has it: its row, to be taken back as it is, and what merging needs of it. */
export type Stored = { row: Row; event: AnalyticsEvent };

/** What storing a group of batches changes: rows taken back, events added, and the rules that matched these. */
export type Changes = {
  takenBack: Row[];
  added: AnalyticsEvent[];
  details: { event: AnalyticsEvent; detail: AttackDetail }[];
};

/** An event is itself within its brand. */
export const eventKey = ({ event_id, oem_id }: { event_id: bigint | string; oem_id: string }) =>
  `${event_id} ${oem_id}`;

type Known = { event: AnalyticsEvent; stored?: Stored; details: AttackDetail[]; isChanged: boolean; isWhole: boolean };

/** One event of two halves: the half with a host says whose it is, and an audit line may have none. */
function completed(first: AnalyticsEvent, second: AnalyticsEvent): AnalyticsEvent {
  const whole = mergeHalves(first, second);
  const isOrphan = whole.domain_id === '' && whole.host === first.host;
  return isOrphan ? { ...whole, domain_id: first.domain_id } : whole;
}

/** The rules of a completed event: those of its first half, unless it had none. None where the store has them already. */
function detailsOf(first: Known, second: AttackDetail[]): AttackDetail[] {
  if (first.stored) return (first.stored.event.sources & SOURCE_ACCESS) === 0 ? [] : second;
  return first.details.length > 0 ? first.details : second;
}

/**
 * Turns the events of batches, in the order they came, into what they change: one that the store has is not stored again,
 * and the two halves of one request become one event. Says in each result what became of the batch's events.
 */
export async function mergeEvents(
  groups: readonly { events: readonly EventWithDetails[]; result: BatchResult }[],
  stored: ReadonlyMap<string, Stored>,
): Promise<Changes> {
  const pause = PROCESS.slices();
  const known = new Map<string, Known>();
  for (const [key, one] of stored) {
    known.set(key, { event: one.event, stored: one, details: [], isChanged: false, isWhole: false });
  }
  for (const { events, result } of groups) {
    for (const { event, details } of events) {
      await pause();
      const key = eventKey(event);
      const first = known.get(key);
      if (!first) {
        known.set(key, { event, details, isChanged: true, isWhole: false });
        result.stored += 1;
      } else if (first.isWhole || (event.sources & ~first.event.sources) === 0) {
        result.known += 1;
      } else {
        first.details = detailsOf(first, details);
        first.event = completed(first.event, event);
        Object.assign(first, { isChanged: true, isWhole: true });
        result.upgraded += 1;
      }
    }
  }
  const changed = [...known.values()].filter(({ isChanged }) => isChanged);
  return {
    takenBack: changed.flatMap((one) => (one.stored ? [one.stored.row] : [])),
    added: changed.map(({ event }) => event),
    details: changed.flatMap(({ event, details }) => details.map((detail) => ({ event, detail }))),
  };
}
