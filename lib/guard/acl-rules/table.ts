import type { Generated } from 'kysely';
import { bigint, integer, json, type Stored, text } from '@/lib/db/columns';
import { partTable } from '@/lib/db/part-table';
import { encodedAction } from '@/lib/guard/rules/columns';
import { nextRuleNumber } from '@/lib/guard/rules/numbers';
import { searchedTexts } from '@/lib/guard/rules/rule';
import type { AclRule } from './contract';

const columns = {
  name: text(),
  describe: text(),
  matches: json<AclRule['matches']>(),
  action: encodedAction<AclRule['action']>(),
  stime: bigint(),
  etime: bigint(),
  status: integer<AclRule['status']>(),
  ctime: bigint(),
  utime: bigint(),
};

declare module '@/lib/db/tables' {
  interface Tables {
    acl_rules: Stored<typeof columns> & { rule_id: Generated<number>; policy_id: string; search: string };
  }
}

export const ruleTable = partTable<AclRule, 'rule_id'>(
  'acl_rules',
  'policy_id',
  columns,
  'rule_id',
  searchedTexts,
  nextRuleNumber,
);
