'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { useFormat } from '@/components/layout/preferences/use-format';
import { Note } from '@/components/ui/states/note';
import { Skeleton } from '@/components/ui/states/skeleton';
import type { Replay } from '@/lib/sys/api-key-usage/contract';

const SHOWN = 8;

/** What the narrower key would have refused of the calls that succeeded. */
export function ReplayReport({
  replay,
  calls,
  days,
  error,
}: {
  replay: Replay | undefined;
  /** Successful calls there are to replay. */
  calls: number;
  days: number;
  error: ReactNode;
}) {
  const t = useTranslations('sys.api-keys.narrow');
  const format = useFormat();
  if (error) return <Note meaning="rejected">{error}</Note>;
  if (calls === 0) return <Note meaning="pending" title={t('no_calls')} />;
  if (!replay) return <Skeleton lines={2} />;
  const { refused_actions: actions, refused_calls } = replay;
  if (refused_calls === 0) {
    return (
      <Note meaning="approved" role="status" title={t('none_refused', { count: calls })}>
        {replay.covers_window ? t('window', { days }) : t('young', { date: format.date(replay.from) })}
      </Note>
    );
  }
  return (
    <Note meaning="rejected" role="status" title={t('refused', { count: refused_calls, calls })}>
      <ul className="mt-1">
        {actions.slice(0, SHOWN).map(({ action, permission, count }) => (
          <li key={`${permission} ${action}`} className="flex gap-3">
            <code className="min-w-0 flex-1 text-12 break-all">{action}</code>
            <span className="tabular-nums">{format.number(count)}</span>
          </li>
        ))}
      </ul>
      {actions.length > SHOWN ? t('and_more', { count: actions.length - SHOWN }) : null}
    </Note>
  );
}
