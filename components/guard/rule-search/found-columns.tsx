'use client';

import { useTranslations } from 'next-intl';
import type { Column } from '@/components/data-table/columns/types';
import { Hits } from '@/components/guard/rule-hits/hits';
import { useRuleHits } from '@/components/guard/rule-hits/use-rule-hits';
import { RuleSentence } from '@/components/guard/rules/words/rule-sentence';
import { SubRulesSentence } from '@/components/guard/waf-groups/sub-rules-sentence';
import { usePermission } from '@/components/layout/account/session';
import { TableTime } from '@/components/layout/preferences/time';
import { Tag } from '@/components/ui/content/tag';
import { Link } from '@/components/ui/controls/link';
import type { FoundRule } from '@/lib/guard/rule-search/contract';

/** A rule as it is read. */
function Sentence({ found: { kind, rule, group } }: { found: FoundRule }) {
  return (
    <div className="line-clamp-2 min-w-60 whitespace-normal">
      {rule && kind !== 'waf' ? <RuleSentence kind={kind} rule={rule} /> : null}
      {group ? <SubRulesSentence group={group} /> : null}
    </div>
  );
}

/** Counted policy by policy, each once for all of its rules in sight. */
function HitsOf({ found: { policy_id, kind, id } }: { found: FoundRule }) {
  const { hitsOf, hrefOf } = useRuleHits(policy_id);
  return <Hits hits={hitsOf(kind, id)} href={hrefOf(kind, id)} />;
}

/** The columns of the search; ids are the fields of its answer, which are also the head of the CSV. */
export function useFoundColumns(): Column<FoundRule>[] {
  const t = useTranslations('guard.rule-search');
  const field = useTranslations('fields');
  const hits = useTranslations('guard.rule-hits');
  const seesEvents = usePermission()('analytics.event.list');
  return [
    { id: 'name', header: field('name'), cell: ({ name }) => name },
    { id: 'describe', header: field('note'), hidden: true, cell: ({ describe }) => describe },
    { id: 'rule', header: t('rule'), value: null, cell: (found) => <Sentence found={found} /> },
    {
      id: 'policy_name',
      header: t('policy'),
      phone: 'second',
      onPhone: ({ policy_name }) => policy_name,
      cell: ({ policy_id, policy_name }) => (
        <Link className="link" href={`/guard/policies/${encodeURIComponent(policy_id)}`}>
          {policy_name}
        </Link>
      ),
    },
    { id: 'kind', header: t('rule_kind'), phone: 'second', cell: ({ kind }) => t(`kinds.${kind}`) },
    {
      id: 'enabled',
      header: t('state'),
      phone: 'state',
      cell: ({ enabled }) => (enabled ? t('on') : <Tag off>{t('off')}</Tag>),
    },
    ...(seesEvents
      ? [
          {
            ...{ id: 'hits', header: hits('column'), align: 'right', value: null },
            cell: (found) => <HitsOf found={found} />,
          } satisfies Column<FoundRule>,
        ]
      : []),
    { id: 'utime', header: t('changed'), cell: ({ utime }) => <TableTime value={utime} /> },
  ];
}
