'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { usePermission } from '@/components/layout/account/session';
import { useFormat } from '@/components/layout/preferences/use-format';
import { Panel } from '@/components/ui/content/panel';
import { Link } from '@/components/ui/controls/link';
import { ErrorState } from '@/components/ui/states/error-state';
import { Skeleton } from '@/components/ui/states/skeleton';
import type { EventVO } from '@/lib/analytics/search/contract';
import { ApiError, query } from '@/lib/api/client';
import { type Release, releases } from '@/lib/guard/releases/contract';

/** The releases of the domain that were in force when the request came, or why none is named. */
export function InForce({ event }: { event: EventVO }) {
  const t = useTranslations('analytics.events.in_force');
  const isAllowed = usePermission()('guard.domain.view');
  return (
    <Panel title={t('title')}>
      {event.domain_id === '' ? (
        <p className="text-ink-2">{t('unowned')}</p>
      ) : isAllowed ? (
        <Releases domain_id={event.domain_id} at={event.time} />
      ) : (
        <p className="text-ink-2">{t('forbidden')}</p>
      )}
    </Panel>
  );
}

function Releases({ domain_id, at }: { domain_id: string; at: number }) {
  const t = useTranslations('analytics.events.in_force');
  const { data, error, refetch } = useQuery(query(releases.list, { params: { id: domain_id }, query: { at } }));
  if (error instanceof ApiError && error.status === 404) return <p className="text-ink-2">{t('gone')}</p>;
  if (error) return <ErrorState what="common.error.what.releases" error={error} onRetry={() => refetch()} />;
  if (!data) return <Skeleton lines={3} />;
  if (data.list.length === 0) return <p className="text-ink-2">{t('none')}</p>;
  return (
    <>
      <ul className="flex flex-col gap-2.5">
        {data.list.map((release) => (
          <li key={release.id}>
            <OneRelease domain_id={domain_id} release={release} />
          </li>
        ))}
      </ul>
      <p className="mt-2.5 text-12 text-ink-3">{t('later')}</p>
    </>
  );
}

function OneRelease({ domain_id, release }: { domain_id: string; release: Release }) {
  const t = useTranslations('analytics.events.in_force');
  const format = useFormat();
  const address = new URLSearchParams({ tab: 'releases', dialog: `release.${release.id}` });
  return (
    <>
      <Link className="link" href={`/guard/domains/${domain_id}?${address}`}>
        {t('release', { label: release.label, name: `r${release.number}` })}
      </Link>
      <span className="block text-12 text-ink-2">{t('since', { time: format.exactTime(release.ctime) })}</span>
    </>
  );
}
