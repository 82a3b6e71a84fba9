'use client';

import { useTranslations } from 'next-intl';
import { Bar } from '@/components/charts/kinds/bar-row';
import { useFormat } from '@/components/layout/preferences/use-format';
import { Panel } from '@/components/ui/content/panel';
import { Link } from '@/components/ui/controls/link';
import { cx } from '@/components/ui/cx';
import type { AuditOverview } from '@/lib/sys/audit-logs/contract';
import { failuresSince } from './links';

type Entry = { name: string; count: number };

/** Who or what failed most, each the way to its attempts. */
function Ranking({
  title,
  entries,
  overview,
  isMono,
}: {
  title: string;
  entries: readonly Entry[];
  overview: AuditOverview;
  isMono?: boolean;
}) {
  const format = useFormat();
  const most = Math.max(1, ...entries.map((entry) => entry.count));
  return (
    <>
      <h3 className="mt-3 mb-1 text-12 text-ink-3 first:mt-0">{title}</h3>
      <ul>
        {entries.map(({ name, count }) => (
          <li key={name}>
            <Link href={failuresSince(overview, { keyword: name })} className="block py-0.5 hover:bg-hover">
              <span className="flex min-h-[26px] items-center gap-3">
                <span dir="auto" className={cx('min-w-0 flex-1 truncate', isMono && 'font-mono text-12')}>
                  {name}
                </span>
                <span className="font-medium tabular-nums">{format.number(count)}</span>
              </span>
              <Bar token="blocked" width={(count / most) * 100} />
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}

/** The names and addresses with most failed sign-ins. */
export function FailedPanel({ overview }: { overview: AuditOverview }) {
  const t = useTranslations('sys.audit-logs.overview');
  const { failed, by_name, by_ip } = overview.sign_ins;
  return (
    <Panel
      title={t('failed')}
      actions={
        <Link href={failuresSince(overview)} className="link">
          {t('all_failed')}
        </Link>
      }
    >
      {failed === 0 ? (
        <p className="text-ink-2">{t('failed_none')}</p>
      ) : (
        <>
          <Ranking
            title={t('by_name')}
            entries={by_name.map(({ user_name, count }) => ({ name: user_name, count }))}
            overview={overview}
          />
          <Ranking
            title={t('by_ip')}
            entries={by_ip.map(({ ip, count }) => ({ name: ip, count }))}
            overview={overview}
            isMono
          />
        </>
      )}
    </Panel>
  );
}
