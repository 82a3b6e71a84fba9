import { isOneOf } from '@/lib/db/dialect';
import { groupedBy } from '@/lib/db/grouped';
import { prepared } from '@/lib/db/prepared';
import type { Delivered, Rendering } from '@/lib/delivery/artefact';
import { enabledIn } from '@/lib/guard/bwlist/repository';
import { LIST } from '@/lib/guard/bwlist/vocabulary';
import { enforcedRules } from './parts';
import { POLICY } from './vocabulary';

const delivered = prepared((db, { policies }: { policies: string }) =>
  db
    .selectFrom('policies')
    .select(['policy_id', 'name', 'default_main_rule_version', 'schema_id'])
    .where(isOneOf(db, 'policy_id', 'text', policies)),
);

/** A policy as nodes enforce it, with the lists in effect by reference. */
export const artefact: Delivered = {
  kind: POLICY,
  async render(db, policy_ids) {
    const rows = await delivered(db, { policies: JSON.stringify(policy_ids) });
    const lists = groupedBy(await enabledIn(db, policy_ids), (list) => list.policy_id);
    const rulesOf = await enforcedRules(db, policy_ids);
    return new Map(
      rows.map((row): [string, Rendering] => {
        const ids = (lists.get(row.policy_id) ?? []).map(({ id }) => id);
        const refers = ids.map((id) => ({ kind: LIST, object_id: String(id) }));
        return [row.policy_id, { label: row.name, content: { ...row, ...rulesOf(row.policy_id), lists: ids }, refers }];
      }),
    );
  },
};
