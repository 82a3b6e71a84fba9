import type { Generated } from 'kysely';
import type { Tx } from '@/lib/db/store';

declare module '@/lib/db/tables' {
  interface Tables {
    rule_numbers: { rule_id: Generated<number> };
  }
}

/**
 * The number of a new rule, which no rule of any kind has or had: events name a rule by its number alone. Only the store's
 * count lasts, not the row that moved it on.
 */
export async function nextRuleNumber(tx: Tx): Promise<number> {
  const { rule_id } = await tx
    .insertInto('rule_numbers')
    .defaultValues()
    .returning('rule_id')
    .executeTakeFirstOrThrow();
  await tx.deleteFrom('rule_numbers').where('rule_id', '=', rule_id).execute();
  return rule_id;
}
