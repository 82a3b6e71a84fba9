import type { Db } from '@/lib/db/store';
import { readConfig } from '@/lib/guard/dns-config/repository';
import type { Settings } from '@/lib/guard/domains/settings';
import type { DomainRow } from '@/lib/guard/domains/tables';
import { lockedOf, made, modeOf, ofNodes, ofOrigins, switched, type Wanted } from './records';
import * as repository from './repository';
import type { RecordRow } from './tables';
import type { Mode } from './vocabulary';

/** What a domain has records for. */
export async function wantedRecords(db: Db, { domain_id }: DomainRow, settings: Settings): Promise<Wanted[]> {
  const config = await readConfig(db, domain_id);
  return [...ofOrigins(settings, config), ...ofNodes(await repository.boundNodes(db, domain_id), config)];
}

export const lockedNodes = async (db: Db, domain_id: string): Promise<Set<string>> =>
  lockedOf(await repository.boundNodes(db, domain_id));

/** The records of a locked domain once its origins, or its nodes, answer for it. Those of the mode are made where there are none. */
export async function inMode(
  db: Db,
  row: DomainRow,
  settings: Settings,
  records: readonly RecordRow[],
  mode: Mode,
  now: number,
): Promise<RecordRow[]> {
  const isThere = records.some((record) => record.made_of === mode);
  const missing = isThere ? [] : await wantedRecords(db, row, settings);
  const own = missing.filter((one) => one.made_of === mode);
  const current = modeOf(records);
  const all = [...records, ...own.map((one) => made(row, current, now, one))];
  return switched(all, mode, { now, locked: await lockedNodes(db, row.domain_id) });
}
