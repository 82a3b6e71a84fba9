'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { openRuleHref } from '@/components/guard/rules/rule-link';
import { usePermission } from '@/components/layout/account/session';
import { KeyValueList } from '@/components/ui/content/key-value-list';
import { Link } from '@/components/ui/controls/link';
import { ErrorState } from '@/components/ui/states/error-state';
import { Skeleton } from '@/components/ui/states/skeleton';
import { eventSearch, type MatchVO } from '@/lib/analytics/search/contract';
import { query } from '@/lib/api/client';
import { type OwnRule, ownRuleOf } from '@/lib/render/nginx/vocabulary';

/** The rules that matched a request, the most severe first. */
export function MatchedRules({ event_id }: { event_id: string }) {
  const t = useTranslations('analytics.events.matches');
  const { data, error, refetch } = useQuery({
    ...query(eventSearch.matches, { params: { id: event_id } }),
    // What matched a request does not change any more.
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <>
      {error ? <ErrorState name={t('title')} error={error} onRetry={() => refetch()} /> : null}
      {!data && !error ? <Skeleton lines={3} /> : null}
      {data?.list.length === 0 ? <p className="text-ink-3">{t('none')}</p> : null}
      {data && data.list.length > 0 ? (
        <ol className="flex flex-col gap-3 [&>:first-child]:border-t-0 [&>:first-child]:pt-0">
          {data.list.map((match, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: one rule can match twice, in the same place
            <MatchedRule key={i} match={match} />
          ))}
        </ol>
      ) : null}
    </>
  );
}

function MatchedRule({ match }: { match: MatchVO }) {
  const t = useTranslations('analytics.events.matches');
  const words = useTranslations('charts.values.attack_class');
  const { rule_id, message, severity, attack_class, variable, data } = match;
  const own = ownRuleOf(message);
  const about = [
    t.has(`severity.${severity}`) ? t(`severity.${severity}`) : '',
    attack_class !== '' && words.has(attack_class) ? words(attack_class) : attack_class,
  ].filter((text) => text !== '');
  const facts = [
    { key: 'variable', label: t('looked_at'), value: variable, mono: true },
    { key: 'data', label: t('found'), value: data, mono: true },
  ];
  return (
    <li className="flex flex-col gap-1.5 border-t border-line pt-2.5">
      <p className="flex flex-wrap items-baseline gap-x-2">
        {rule_id === 0 ? null : <code className="text-12">{rule_id}</code>}
        <span className="text-12 text-ink-2">{about.join(' · ')}</span>
      </p>
      {own ? <OwnRuleLink own={own} /> : null}
      {own || message === '' ? null : <p className="wrap-anywhere">{message}</p>}
      <KeyValueList facts={facts.filter(({ value }) => value !== '')} labelWidth={144} />
    </li>
  );
}

/** A rule of a policy, as it is changed; of a policy that was deleted since, that page says so. */
function OwnRuleLink({ own: { kind, id, policy_id } }: { own: OwnRule }) {
  const t = useTranslations('analytics.events.matches.own');
  const can = usePermission();
  if (!can(`guard.${kind === 'list' ? 'bwlist' : kind}.list`)) return <p>{t(kind, { id })}</p>;
  const href = kind === 'list' ? `/guard/bwlist/${id}` : openRuleHref(kind, policy_id, id);
  return (
    <p>
      <Link className="link" href={href}>
        {t(kind, { id })}
      </Link>
    </p>
  );
}
