import type { RejectReason } from './vocabulary';

/** A line that could not be read or was refused, as it is kept for inspection. */
export type RejectedLine = {
  reject_id: string;
  file: string;
  line: number;
  reason: RejectReason;
  /** The first 2,048 characters of the line. */
  text: string;
};

/** Characters of a rejected line that are kept. */
export const KEPT_TEXT = 2048;

/** How many lines were rejected, by reason. */
export type RejectCounts = Partial<Record<RejectReason, number>>;

/** All lines of these counts. */
export function rejectedTotal(counts: RejectCounts): number {
  return Object.values(counts).reduce((sum, n) => sum + n, 0);
}
