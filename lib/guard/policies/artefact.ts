import type { Delivered, Rendering } from '@/lib/delivery/artefact';
import { POLICY } from './vocabulary';

/** A policy as nodes enforce it; the rule kinds bring their own parts when they exist. */
export const artefact: Delivered = {
  kind: POLICY,
  async render(db, policy_ids) {
    const rows = await db
      .selectFrom('policies')
      .select(['policy_id', 'name', 'default_main_rule_version', 'schema_id'])
      .where('policy_id', 'in', policy_ids)
      .execute();
    return new Map(
      rows.map((row): [string, Rendering] => [row.policy_id, { label: row.name, content: row, refers: [] }]),
    );
  },
};
