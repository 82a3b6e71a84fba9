'use client';

import { useTranslations } from 'next-intl';
import type { Column } from '@/components/data-table/columns/types';
import { SimpleTable } from '@/components/data-table/rows/simple-table';
import { Hits } from '@/components/guard/rule-hits/hits';
import { useRuleHits } from '@/components/guard/rule-hits/use-rule-hits';
import { MainAside } from '@/components/layout/page/main-aside';
import { ExactTime } from '@/components/layout/preferences/time';
import { useFormat } from '@/components/layout/preferences/use-format';
import { KeyValueList } from '@/components/ui/content/key-value-list';
import { Panel } from '@/components/ui/content/panel';
import { Copyable } from '@/components/ui/controls/copy-button';
import { Link } from '@/components/ui/controls/link';
import type { Policy, PolicyContents } from '@/lib/guard/policies/contract';
import type { RuleHits } from '@/lib/guard/rule-hits/contract';
import { PolicyLists } from './policy-lists';
import { PolicyPlaces } from './policy-places';
import { usePolicyContents } from './use-policy-contents';

type Kind = {
  id: string;
  label: string;
  share?: PolicyContents['cc_rules'];
  href: string;
  note?: string;
  /** What events name by number. */
  named?: RuleHits['kind'];
};

/** A line that is not known yet, as high as it will be, so that nothing below moves. */
const UNKNOWN = '\u00a0';

/** How often the rules of each kind matched, for who may see events. */
function useHitsColumn(policy_id: string): Column<Kind>[] {
  const t = useTranslations('guard.rule-hits');
  const { isAllowed, hitsOfKind, hrefOfKind } = useRuleHits(policy_id);
  const hits: Column<Kind> = {
    id: 'hits',
    header: t('column'),
    align: 'right',
    cell: ({ named }) =>
      named ? (
        <Hits hits={hitsOfKind(named)} reason="unknown_of_kind" href={hrefOfKind(named)} />
      ) : (
        <Hits hits={null} reason="unnamed" />
      ),
  };
  return isAllowed ? [hits] : [];
}

/** Everything that the policy holds, kind by kind, each with the way to it. */
function Holdings({ policy, contents }: { policy: Policy; contents: PolicyContents | undefined }) {
  const t = useTranslations('guard.policies');
  const format = useFormat();
  const countOf = (count: number | undefined) => (count === undefined ? UNKNOWN : format.number(count));
  const at = (tab: string) => `/guard/policies/${policy.policy_id}?tab=${tab}`;
  const hits = useHitsColumn(policy.policy_id);
  const { waf_groups, cc_rules, acl_rules, lists, brute_force } = contents ?? {};
  const kinds: Kind[] = [
    { id: 'waf', label: t('tabs.waf'), share: waf_groups, href: at('waf'), named: 'waf' },
    { id: 'cc', label: t('fields.cc_rule_count'), share: cc_rules, href: at('cc'), named: 'cc' },
    { id: 'acl', label: t('fields.acl_rule_count'), share: acl_rules, href: at('acl'), named: 'acl' },
    {
      id: 'lists',
      label: t('fields.bwl_rule_count'),
      share: lists,
      href: at('lists'),
      note: lists ? t('addresses', { count: lists.addresses }) : UNKNOWN,
      named: 'list',
    },
    {
      id: 'brute_force',
      label: t('fields.brute_force'),
      share: brute_force,
      href: at('domains&domains_brute_force=true'),
      note: t('of_domains'),
    },
  ];
  return (
    <SimpleTable
      caption={t('rules')}
      rows={kinds}
      rowId={({ id }) => id}
      columns={[
        {
          id: 'kind',
          header: t('rule_kind'),
          cell: ({ label, href, note }) => (
            <>
              <Link className="link" href={href}>
                {label}
              </Link>
              {note ? <div className="text-12 font-normal text-ink-3">{note}</div> : null}
            </>
          ),
        },
        {
          id: 'enabled',
          header: t('enabled'),
          align: 'right',
          cell: ({ share }) => countOf(share?.enabled),
        },
        {
          id: 'total',
          header: t('all'),
          align: 'right',
          phone: 'state',
          cell: ({ share }) => countOf(share?.total),
        },
        ...hits,
      ]}
    />
  );
}

/** What the policy holds, where it applies, and the facts about it. */
export function PolicySummary({ policy }: { policy: Policy }) {
  const t = useTranslations('guard.policies');
  const field = useTranslations('fields');
  const { data: contents } = usePolicyContents(policy.policy_id);
  return (
    <>
      <MainAside
        aside={
          <>
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
            <PolicyPlaces policy_id={policy.policy_id} />
          </>
        }
      >
        <Panel title={t('rules')} padded={false}>
          <Holdings policy={policy} contents={contents} />
        </Panel>
      </MainAside>
      {contents && contents.lists.total > 0 ? (
        <div className="mt-3">
          <PolicyLists policy_id={policy.policy_id} />
        </div>
      ) : null}
    </>
  );
}
