'use client';

import { useTranslations } from 'next-intl';
import { useFormat } from '@/components/layout/preferences/use-format';
import { Button } from '@/components/ui/controls/button';
import { Note } from '@/components/ui/states/note';
import { MAX_LISTED_EVENTS } from '@/lib/analytics/search/contract';
import { spanOf } from '../dashboard/range';
import type { useEvents } from './use-events';

/**
 * Where there are older events than the list has, since its pages go no further or the search came only so far: goes on
 * with a window that ends there.
 */
export function OlderEvents({ list, ranged }: Pick<ReturnType<typeof useEvents>, 'list' | 'ranged'>) {
  const t = useTranslations('analytics.events.older');
  const format = useFormat();
  const last = list.rows.at(-1);
  const { searchedUntil } = list;
  const isAtEnd = last && list.total > MAX_LISTED_EVENTS && list.page * list.size >= MAX_LISTED_EVENTS;
  const isLastFound = searchedUntil !== null && list.page * list.size >= list.total;
  if (!isAtEnd && !isLastFound) return null;
  const { stime, time_window } = ranged.state;
  const from = stime ?? Date.now() - (spanOf(time_window)?.ms ?? 0);
  const [to, text] = isAtEnd
    ? [last.time + 1, t('text', { max: MAX_LISTED_EVENTS })]
    : [searchedUntil ?? 0, t('searched', { time: format.tableTime(searchedUntil ?? 0) })];
  return (
    <Note
      meaning="monitor"
      className="mt-3"
      action={
        <Button size="small" onClick={() => ranged.setWindow(from, to)}>
          {t('action')}
        </Button>
      }
    >
      {text}
    </Note>
  );
}
