'use client';

import { useTranslations } from 'next-intl';
import { useWord } from '@/components/audit/word';
import type { Column } from '@/components/data-table/columns/types';
import { SimpleTable } from '@/components/data-table/rows/simple-table';
import { usePolicyLists } from '@/components/guard/bwlist/bound/use-policy-lists';
import { Hits } from '@/components/guard/rule-hits/hits';
import { useRuleHits } from '@/components/guard/rule-hits/use-rule-hits';
import { useFormat } from '@/components/layout/preferences/use-format';
import { Panel } from '@/components/ui/content/panel';
import { type IpSet, isBlack } from '@/lib/guard/bwlist/contract';

/** How often each list refused a request, for who may see events. */
function useHitsColumn(policy_id: string): Column<IpSet>[] {
  const t = useTranslations('guard.rule-hits');
  const { isAllowed, hitsOf, hrefOf } = useRuleHits(policy_id);
  const column: Column<IpSet> = {
    id: 'hits',
    header: t('column'),
    align: 'right',
    cell: ({ id, ip_set_type }) =>
      isBlack(ip_set_type) ? (
        <Hits hits={hitsOf('list', id)} href={hrefOf('list', id)} />
      ) : (
        <Hits hits={null} reason="unnamed" />
      ),
  };
  return isAllowed ? [column] : [];
}

/** The black and white lists in a policy, with how many of their addresses are in effect. */
export function PolicyLists({ policy_id }: { policy_id: string }) {
  const t = useTranslations('guard.policies');
  const field = useTranslations('fields');
  const word = useWord();
  const format = useFormat();
  const { lists } = usePolicyLists(policy_id);
  const hits = useHitsColumn(policy_id);
  if (!lists || lists.length === 0) return null;
  return (
    <Panel title={t('fields.bwl_rule_count')} padded={false}>
      <SimpleTable
        caption={t('fields.bwl_rule_count')}
        rows={lists}
        rowHref={({ id }) => `/guard/bwlist/${id}`}
        rowId={({ id }) => String(id)}
        columns={[
          { id: 'name', header: field('name'), cell: ({ name }) => name },
          { id: 'ip_set_type', header: t('rule_kind'), cell: (list) => word('words.ip_set_type', list.ip_set_type) },
          { id: 'status', header: t('list_status'), cell: ({ status }) => word('words.ip_set_status', status) },
          {
            id: 'enable_count',
            header: t('list_addresses'),
            align: 'right',
            phone: 'state',
            cell: ({ enable_count, count }) =>
              enable_count === count
                ? format.number(count)
                : t('some_of', { some: format.number(enable_count), all: format.number(count) }),
          },
          ...hits,
        ]}
      />
    </Panel>
  );
}
