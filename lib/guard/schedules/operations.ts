import { AppError } from '@/lib/api/errors';
import type { Db } from '@/lib/db/store';
import type { Settings } from '@/lib/guard/domains/settings';
import type { DomainRow } from '@/lib/guard/domains/tables';
import { answersOf, made, modeOf, rolledBack, switched } from './records';
import { inMode, lockedNodes, wantedRecords } from './switching';
import type { RecordRow } from './tables';
import { type Mode, READY } from './vocabulary';

export type Found = { row: DomainRow; settings: Settings; records: readonly RecordRow[] };
/** What an operation makes of the records of a domain. It writes nothing, so that a preview asks the same. */
export type Operation = (db: Db, found: Found, now: number) => Promise<RecordRow[]>;

/** The origins, or the nodes, answer. Throws no_record where nothing would answer any more. */
export const switchedTo =
  (mode: Mode): Operation =>
  async (db, { row, settings, records }, now) => {
    const after = await inMode(db, row, settings, records, mode, now);
    if (answersOf(after).length === 0 && answersOf(records).length > 0) {
      throw new AppError('err.guard.schedule.no_record', { field: 'target_mode' });
    }
    return after;
  };

/** All records are made anew; who answers stays. */
export const rebuilt: Operation = async (db, { row, settings, records }, now) => {
  const mode = modeOf(records);
  const fresh = (await wantedRecords(db, row, settings)).map((one) => made(row, mode, now, one));
  const on = switched(fresh, mode, { now, locked: await lockedNodes(db, row.domain_id) });
  return on.map((record) => ({ ...record, last_status: record.status, switch_state: READY }));
};

/** The last change is taken back. */
export const takenBack: Operation = async (_, { records }, now) => rolledBack(records, now);

/** No record changes. */
export const asTheyAre: Operation = async (_, { records }) => [...records];
