'use client';

import { useTranslations } from 'next-intl';
import { useActionName } from '@/components/audit/said';
import { useFormat } from '@/components/layout/preferences/use-format';
import { Panel } from '@/components/ui/content/panel';
import { Link } from '@/components/ui/controls/link';
import type { AuditOverview } from '@/lib/sys/audit-logs/contract';
import { operationsSince } from './links';

const SHOWN = 6;

/** What is done most, with how often it failed. */
export function TopActions({ overview }: { overview: AuditOverview }) {
  const t = useTranslations('sys.audit-logs.overview');
  const format = useFormat();
  const nameOf = useActionName();
  return (
    <Panel title={t('top')}>
      {overview.top_actions.length === 0 ? <p className="text-ink-2">{t('none')}</p> : null}
      <ul className="grid gap-1">
        {overview.top_actions.slice(0, SHOWN).map(({ action, done, failed }) => (
          <li key={action} className="flex items-baseline gap-3">
            <Link
              href={operationsSince(overview, { keyword: action })}
              title={action}
              className="min-w-0 flex-1 truncate hover:text-accent"
            >
              {nameOf(action)}
            </Link>
            {failed > 0 ? (
              <span className="text-12 text-ink-3 tabular-nums">
                {t('refused_of', { count: format.number(failed) })}
              </span>
            ) : null}
            <span className="font-medium tabular-nums">{format.number(done + failed)}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
