'use client';

import { useTranslations } from 'next-intl';
import { DataTable } from '@/components/data-table/data-table';
import { ListHeader } from '@/components/data-table/list-header';
import { useListScreen } from '@/components/data-table/pages/use-list-screen';
import { usePolicies } from '@/components/guard/policies/use-policies';
import { openRuleHref } from '@/components/guard/rules/rule-link';
import { usePermission } from '@/components/layout/account/session';
import { Panel } from '@/components/ui/content/panel';
import { ButtonLink } from '@/components/ui/controls/button';
import { NoPermission, NothingYet } from '@/components/ui/states/empty-state';
import { RULE_KINDS } from '@/lib/guard/rule-hits/contract';
import { type FoundRule, ruleSearch } from '@/lib/guard/rule-search/contract';
import { useFoundColumns } from './found-columns';

const POLICIES = '/guard/policies';
const idOf = ({ kind, id }: FoundRule) => `${kind}-${id}`;

/** The rule as it is changed: on the tab of its kind, in its policy. */
const hrefOf = ({ policy_id, kind, id }: FoundRule): string => openRuleHref(kind, policy_id, id);

type Kinds = readonly FoundRule['kind'][];

/** The rules of all policies, found by their own words; of the kinds that the reader may list. */
export function RuleSearchScreen() {
  const can = usePermission();
  const kinds = RULE_KINDS.filter((kind) => can(`guard.${kind}.list`));
  if (kinds.length > 0) return <FoundRules kinds={kinds} />;
  return (
    <Panel padded={false}>
      <NoPermission permission="guard.cc.list" />
    </Panel>
  );
}

function FoundRules({ kinds }: { kinds: Kinds }) {
  const t = useTranslations('guard.rule-search');
  const policy = useTranslations('guard.policies');
  const { policies } = usePolicies();
  const list = useListScreen(ruleSearch.list, {
    columns: useFoundColumns(),
    rowId: idOf,
    search: { param: 'keyword', placeholder: t('search') },
    filters: [
      {
        kind: 'segments',
        param: 'kind',
        label: t('rule_kind'),
        options: kinds.map((value) => ({ value, label: t(`kinds.${value}`) })),
      },
      {
        kind: 'segments',
        param: 'enabled',
        label: t('state'),
        options: [
          { value: 'true', label: t('on') },
          { value: 'false', label: t('off') },
        ],
      },
      {
        kind: 'choice',
        param: 'policy_id',
        label: t('policy'),
        options: policies.map(({ policy_id, name }) => ({ value: policy_id, label: name })),
      },
    ],
  });
  const toPolicies = <ButtonLink href={POLICIES}>{t('to_policies')}</ButtonLink>;
  return (
    <>
      <ListHeader list={list} title={policy('all_rules')} fileName="rules" add={toPolicies} />
      <DataTable
        list={list}
        caption={policy('all_rules')}
        rowName={({ name }) => name}
        rowHref={hrefOf}
        empty={
          <NothingYet title={t('empty.title')} action={toPolicies}>
            {t('empty.text')}
          </NothingYet>
        }
      />
    </>
  );
}
