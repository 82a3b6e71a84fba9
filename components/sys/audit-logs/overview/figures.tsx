'use client';

import { useTranslations } from 'next-intl';
import { useFormat } from '@/components/layout/preferences/use-format';
import { Link } from '@/components/ui/controls/link';
import type { AuditOverview } from '@/lib/sys/audit-logs/contract';
import { failuresSince, operationsSince } from './links';

/** The headline figures, each the way to its rows. */
export function Figures({ overview }: { overview: AuditOverview }) {
  const t = useTranslations('sys.audit-logs.overview.figures');
  const format = useFormat();
  const { operations, sign_ins } = overview;
  const failed = operations.failed;
  const figures = [
    {
      key: 'operations',
      value: operations.total,
      href: operationsSince(overview),
      note: operations.total > 0 ? t('failed', { count: failed }) : undefined,
    },
    { key: 'failed_sign_ins', value: sign_ins.failed, href: failuresSince(overview) },
    {
      key: 'new_api_keys',
      value: overview.new_api_keys,
      href: operationsSince(overview, { keyword: 'sys.apikey.create' }),
    },
    { key: 'new_users', value: overview.new_users, href: operationsSince(overview, { keyword: 'sys.user.create' }) },
    { key: 'role_changes', value: overview.role_changes, href: operationsSince(overview, { keyword: 'role' }) },
    { key: 'on_behalf', value: overview.on_behalf, href: operationsSince(overview, { channel: 'staff' }) },
  ];
  return (
    <ul className="mb-3 grid grid-cols-6 rounded-3 border border-line bg-panel max-lg:grid-cols-3 max-sm:grid-cols-2">
      {figures.map(({ key, value, href, note }) => (
        <li
          key={key}
          className="min-w-0 border-line lg:not-last:border-r max-lg:nth-[-n+3]:border-b max-lg:not-nth-[3n]:border-r max-sm:border-b max-sm:border-r-0! max-sm:odd:border-r! max-sm:nth-last-[-n+2]:border-b-0"
        >
          <Link href={href} className="block h-full px-4 py-3 hover:bg-hover max-sm:px-3 max-sm:py-2.5">
            <span className="block text-12 text-ink-2">{t(key)}</span>
            <span className="mt-0.5 block h-8 text-28 font-semibold tracking-[-0.02em] tabular-nums max-sm:h-7 max-sm:text-[22px]/7 [:lang(zh)_&]:tracking-normal">
              {format.short(value)}
            </span>
            <span className="block min-h-4 max-sm:min-h-0 text-12 text-ink-3 tabular-nums">{note}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
