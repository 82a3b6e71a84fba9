'use client';

import { useTranslations } from 'next-intl';
import { Sparkline } from '@/components/charts/kinds/sparkline';
import { usePermission } from '@/components/layout/account/session';
import { useIsPhone } from '@/components/layout/page/use-media-query';
import { useFormat } from '@/components/layout/preferences/use-format';
import { Link } from '@/components/ui/controls/link';
import type { DomainTrafficVO } from '@/lib/analytics/domain-traffic/contract';
import { useDomainTraffic } from './page-traffic';

const HOUR_MS = 3_600_000;
const EVENTS = '/analytics/events';

/** The figure and its hours in words. */
function useSummary() {
  const t = useTranslations('guard.domains.requests_24h');
  const format = useFormat();
  return ({ requests, hourly }: DomainTrafficVO, stime: number) => {
    if (requests === 0) return t('none');
    const most = Math.max(...hourly);
    const time = format.tableTime(stime + hourly.indexOf(most) * HOUR_MS);
    return t('summary', { count: requests, most, time });
  };
}

/**
 * The requests of a domain in the last 24 hours and, where there is room, how they were spread, leading to the requests
 * themselves. On a phone the figure alone: there the row is one button.
 */
export function TrafficCell({ domain_id }: { domain_id: string }) {
  const t = useTranslations('guard.domains.requests_24h');
  const format = useFormat();
  const isPhone = useIsPhone();
  const summaryOf = useSummary();
  const mayOpen = usePermission()('analytics.event.list');
  const found = useDomainTraffic(domain_id);
  if (found === null) return <span className="text-ink-3">…</span>;
  if (found === undefined) {
    return (
      <span className="text-ink-3" title={t('failed')}>
        <span aria-hidden="true">—</span>
        <span className="sr-only">{t('failed')}</span>
      </span>
    );
  }
  const { traffic, stime, etime } = found;
  if (isPhone) return t('count', { count: traffic.requests });
  const summary = summaryOf(traffic, stime);
  const figure = (
    <>
      <span className="sr-only">{summary}</span>
      <span className="block w-12 flex-none max-[1280px]:hidden">
        <Sparkline values={traffic.hourly} token="pass" />
      </span>
      <span aria-hidden="true">{format.number(traffic.requests)}</span>
    </>
  );
  const layout = 'flex items-center justify-between gap-2 max-[1280px]:justify-end';
  if (!mayOpen || traffic.requests === 0) {
    return (
      <span title={summary} className={layout}>
        {figure}
      </span>
    );
  }
  const of = new URLSearchParams({ stime: String(stime), etime: String(etime), domain_id });
  return (
    <Link href={`${EVENTS}?${of}`} title={summary} className={`${layout} hover:underline`}>
      {figure}
    </Link>
  );
}
