import type { Generated } from 'kysely';
import { bigint, integer, json, type Stored, text } from '@/lib/db/columns';
import { partTable } from '@/lib/db/part-table';
import { encodedAction, encodedMatches } from '@/lib/guard/rules/columns';
import { nextRuleNumber } from '@/lib/guard/rules/numbers';
import { searchedTexts } from '@/lib/guard/rules/rule';
import type { CcRule } from './contract';

const columns = {
  name: text(),
  describe: text(),
  matches: encodedMatches(),
  stats: json<CcRule['stats']>(),
  limit: json<CcRule['limit']>(),
  action: encodedAction<CcRule['action']>(),
  stime: bigint(),
  etime: bigint(),
  status: integer<CcRule['status']>(),
  ctime: bigint(),
  utime: bigint(),
};

declare module '@/lib/db/tables' {
  interface Tables {
    cc_rules: Stored<typeof columns> & { rule_id: Generated<number>; policy_id: string; search: string };
  }
}

export const ruleTable = partTable<CcRule, 'rule_id'>(
  'cc_rules',
  'policy_id',
  columns,
  'rule_id',
  searchedTexts,
  nextRuleNumber,
);
