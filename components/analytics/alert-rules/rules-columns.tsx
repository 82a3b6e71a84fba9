'use client';

import { useTranslations } from 'next-intl';
import { useChannels } from '@/components/analytics/alert-channels/use-channels';
import { useWord } from '@/components/audit/word';
import type { Column } from '@/components/data-table/columns/types';
import { TableTime } from '@/components/layout/preferences/time';
import { useList } from '@/components/layout/preferences/use-format';
import { Cut } from '@/components/ui/content/cut';
import { CutMiddle } from '@/components/ui/content/cut-middle';
import type { ListedAlertRule } from '@/lib/analytics/alert-rules/contract';
import { RuleSwitch } from './rule-switch';
import { useRuleWords } from './use-rule-words';

/** Names of a rule's channels; those that the reader does not see are counted. */
function useChannelNames(): (ids: readonly number[]) => string {
  const t = useTranslations('analytics.alert-rules');
  const list = useList();
  const { channels } = useChannels();
  return (ids) => {
    const names = channels.filter(({ id }) => ids.includes(id)).map(({ name }) => name);
    const rest = ids.length - names.length;
    if (rest === 0) return list(names);
    return names.length === 0
      ? t('channel_count', { count: rest })
      : t('channels_more', { names: list(names), count: rest });
  };
}

/** The columns of the list; ids are the fields of a rule, which are also the head of the CSV. */
export function useRuleColumns(): Column<ListedAlertRule>[] {
  const t = useTranslations('analytics.alert-rules');
  const field = useTranslations('fields');
  const word = useWord();
  const words = useRuleWords();
  const namesOf = useChannelNames();
  const weak = (text: string) => <span className="text-ink-3">{text}</span>;
  return [
    { id: 'name', header: field('name'), cut: 120, cell: ({ name }) => <Cut text={name} /> },
    {
      id: 'metric',
      header: t('fields.watches'),
      phone: 'second',
      value: words.sentence,
      cut: 160,
      // The condition is what the rule is: it takes a second line rather than lose its end.
      cell: (rule) => (
        <span title={words.sentence(rule)} className="my-1.5 line-clamp-2 whitespace-normal text-ink-2">
          {words.sentence(rule)}
        </span>
      ),
      onPhone: (rule) => (
        <span className="line-clamp-2 whitespace-normal">
          {t('described', { what: words.sentence(rule), domain: rule.domain || t('all_domains') })}
        </span>
      ),
    },
    {
      id: 'domain',
      header: t('fields.domain'),
      width: 200,
      cut: 150,
      cell: ({ domain }) => <CutMiddle text={domain || t('all_domains')} />,
    },
    {
      id: 'channel_ids',
      header: t('fields.channels'),
      width: 132,
      cut: 90,
      cell: ({ channel_ids }) =>
        channel_ids.length === 0 ? weak(t('no_channels')) : <Cut text={namesOf(channel_ids)} className="text-ink-2" />,
    },
    {
      id: 'last_fired',
      header: t('fields.last_fired'),
      width: 112,
      cell: ({ last_fired }) => (last_fired === 0 ? weak(t('never')) : <TableTime value={last_fired} />),
    },
    {
      id: 'status',
      header: t('fields.status'),
      phone: 'state',
      onPhone: ({ status }) => word('words.origin_status', status),
      width: 88,
      cell: (rule) => <RuleSwitch rule={rule} />,
    },
    {
      id: 'policy_type',
      header: t('fields.policy_type'),
      hidden: true,
      cell: ({ policy_type }) => word('words.alert_policy_type', policy_type),
    },
    {
      id: 'quiet_minutes',
      header: t('fields.quiet_minutes'),
      hidden: true,
      cell: ({ quiet_minutes }) => words.duration(quiet_minutes),
    },
    {
      id: 'schedule',
      header: t('fields.schedule'),
      hidden: true,
      value: ({ schedule }) => (schedule ? words.schedule(schedule) : ''),
      cell: ({ schedule }) => (schedule ? words.schedule(schedule) : t('always')),
    },
    {
      id: 'user_name',
      header: field('user_name'),
      hidden: true,
      cell: ({ user_name }) => <span className="text-ink-2">{user_name}</span>,
    },
    { id: 'utime', header: field('utime'), hidden: true, cell: ({ utime }) => <TableTime value={utime} /> },
  ];
}
