'use client';

import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/controls/button';
import { Note } from '@/components/ui/states/note';
import { MAX_LISTED_EVENTS } from '@/lib/analytics/search/contract';
import { spanOf } from '../dashboard/range';
import type { useEvents } from './use-events';

/** On the last page that a window's list reaches: goes on with a window that ends at its last event. */
export function OlderEvents({ list, ranged }: Pick<ReturnType<typeof useEvents>, 'list' | 'ranged'>) {
  const t = useTranslations('analytics.events.older');
  const last = list.rows.at(-1);
  if (!last || list.total <= MAX_LISTED_EVENTS || list.page * list.size < MAX_LISTED_EVENTS) return null;
  const { stime, time_window } = ranged.state;
  const from = stime ?? Date.now() - (spanOf(time_window)?.ms ?? 0);
  return (
    <Note
      meaning="monitor"
      className="mt-3"
      action={
        <Button size="small" onClick={() => ranged.setWindow(from, last.time + 1)}>
          {t('action')}
        </Button>
      }
    >
      {t('text', { max: MAX_LISTED_EVENTS })}
    </Note>
  );
}
