'use client';

import { useTranslations } from 'next-intl';
import { useFormat } from '@/components/layout/preferences/use-format';
import { Button } from '@/components/ui/controls/button';
import { Note } from '@/components/ui/states/note';
import { MAX_LISTED_EVENTS } from '@/lib/analytics/search/contract';
import { spanOf } from '../dashboard/range';
import type { useEvents } from './use-events';

/** Where the list ends before its window does: how far its search came, or the last event that its pages reach. */
function endOf({ rows, total, page, size, searchedUntil }: ReturnType<typeof useEvents>['list']) {
  const last = rows.at(-1);
  const reached = page * size;
  if (last && total > MAX_LISTED_EVENTS && reached >= MAX_LISTED_EVENTS)
    return { at: last.time + 1, isSearched: false };
  return searchedUntil !== null && reached >= total ? { at: searchedUntil, isSearched: true } : null;
}

/**
 * Where there are older events than the list has, since its pages go no further or the search came only so far: goes on
 * with a window that ends there.
 */
export function OlderEvents({ list, ranged }: Pick<ReturnType<typeof useEvents>, 'list' | 'ranged'>) {
  const t = useTranslations('analytics.events.older');
  const format = useFormat();
  const end = endOf(list);
  if (end === null) return null;
  const { stime, time_window } = ranged.state;
  const from = stime ?? Date.now() - (spanOf(time_window)?.ms ?? 0);
  return (
    <Note
      meaning="monitor"
      className="mt-3"
      action={
        <Button size="small" onClick={() => ranged.setWindow(from, end.at)}>
          {t('action')}
        </Button>
      }
    >
      {end.isSearched ? t('searched', { time: format.tableTime(end.at) }) : t('text', { max: MAX_LISTED_EVENTS })}
    </Note>
  );
}
