import type { EventWithDetails } from '../events/event';
import type { RejectCounts, RejectedLine } from '../events/rejected';
import type { IngestBatch } from '../store/store';

let serial = 0;

/** A batch of the installation itself, with an id of its own; counts the rejected lines it holds. */
export function batchOf(
  events: EventWithDetails[],
  given: Partial<IngestBatch> & { rejected?: RejectedLine[] } = {},
): IngestBatch {
  const reasons: RejectCounts = {};
  for (const { reason } of given.rejected ?? []) reasons[reason] = (reasons[reason] ?? 0) + 1;
  serial += 1;
  return { oem_id: '', batch_id: `batch-${serial}`, events, rejected: [], reasons, ...given };
}
