'use client';

import { useTranslations } from 'next-intl';
import { SimpleTable } from '@/components/data-table/rows/simple-table';
import { ExactTime } from '@/components/layout/preferences/time';
import { useFormat } from '@/components/layout/preferences/use-format';
import { Copyable } from '@/components/ui/copy-button';
import { KeyValueList } from '@/components/ui/key-value-list';
import { Panel } from '@/components/ui/panel';
import type { Policy } from '@/lib/guard/policies/contract';

const COUNTS = ['cc_rule_count', 'acl_rule_count', 'bwl_rule_count'] as const;

/** How many rules of each kind the policy holds, and the facts about it. */
export function PolicySummary({ policy }: { policy: Policy }) {
  const t = useTranslations('guard.policies');
  const field = useTranslations('fields');
  const format = useFormat();
  return (
    <div className="grid items-start gap-3 lg:grid-cols-[minmax(0,1fr)_364px]">
      <Panel title={t('rules')} padded={false}>
        <SimpleTable
          caption={t('rules')}
          rows={COUNTS.map((id) => ({ id, count: policy[id] }))}
          rowId={(row) => row.id}
          columns={[
            { id: 'id', header: t('rule_kind'), cell: (row) => t(`fields.${row.id}`) },
            {
              id: 'count',
              header: t('rule_count'),
              align: 'right',
              phone: 'state',
              cell: (row) => format.number(row.count),
            },
          ]}
        />
      </Panel>
      <Panel title={t('facts')}>
        <KeyValueList
          labelWidth={100}
          facts={[
            {
              label: t('fields.policy_id'),
              value: <Copyable text={policy.policy_id} name={t('fields.policy_id')} />,
            },
            { label: field('user_name'), value: policy.user_name },
            { label: t('fields.default_main_rule_version'), value: policy.default_main_rule_version, mono: true },
            { label: field('ctime'), value: <ExactTime value={policy.ctime} /> },
            { label: field('utime'), value: <ExactTime value={policy.utime} /> },
          ]}
        />
      </Panel>
    </div>
  );
}
