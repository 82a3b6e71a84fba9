import type { Generated } from 'kysely';
import { flag, integer, json, type Stored, text } from '@/lib/db/columns';
import { partTable } from '@/lib/db/part-table';
import type { BruteForceRule } from './contract';

const columns = {
  name: text(),
  describe: text(),
  uri: text(),
  rate: integer(),
  rate_time: integer(),
  req_time_unit: text<BruteForceRule['req_time_unit']>(),
  status: flag(),
  level: text<BruteForceRule['level']>(),
  action: json<BruteForceRule['action']>(),
};

declare module '@/lib/db/tables' {
  interface Tables {
    brute_force_rules: Stored<typeof columns> & { id: Generated<number>; domain_id: string };
  }
}

export const ruleTable = partTable<BruteForceRule>('brute_force_rules', 'domain_id', columns);
