'use client';

import { useTranslations } from 'next-intl';
import { PolicyName } from '@/components/guard/policies/policy-name';
import { ExactTime } from '@/components/layout/preferences/time';
import { useFormat } from '@/components/layout/preferences/use-format';
import { KeyValueList } from '@/components/ui/content/key-value-list';
import { Panel } from '@/components/ui/content/panel';
import { ENABLED, type IpSet, isBlack } from '@/lib/guard/bwlist/contract';

/** Where a list applies and what it does there, and the facts about it. */
export function SetFacts({ set }: { set: IpSet }) {
  const t = useTranslations('guard.bwlist');
  const field = useTranslations('fields');
  const format = useFormat();
  const effect = () => {
    if (set.policy_id === '') return t('effect.not_bound');
    if (set.status !== ENABLED) return t('effect.list_off');
    return t(isBlack(set.ip_set_type) ? 'effect.black' : 'effect.white', { count: set.enable_count });
  };
  return (
    <Panel title={t('facts')}>
      <KeyValueList
        labelWidth={100}
        facts={[
          {
            label: t('fields.policy'),
            value: set.policy_id === '' ? t('not_bound') : <PolicyName policy_id={set.policy_id} link />,
          },
          { label: t('fields.effect'), value: effect() },
          { label: t('fields.enable_count'), value: format.number(set.enable_count) },
          { label: t('fields.unable_count'), value: format.number(set.unable_count) },
          { label: field('user_name'), value: set.user_name },
          { label: t('fields.id'), value: String(set.id), mono: true },
          { label: field('ctime'), value: <ExactTime value={set.ctime} /> },
          { label: t('fields.changed'), value: <ExactTime value={set.utime} /> },
        ]}
      />
    </Panel>
  );
}
