'use client';

import { useTranslations } from 'next-intl';
import { useFormat } from '@/components/layout/preferences/use-format';
import { Button } from '@/components/ui/controls/button';
import { Note } from '@/components/ui/states/note';
import { MAX_LISTED_EVENTS } from '@/lib/analytics/search/contract';
import { spanOf } from '../dashboard/range';
import type { useEvents } from './use-events';

type Props = Pick<ReturnType<typeof useEvents>, 'ranged'> & { end: { at: number; isSearched: boolean } };

/** Says where the list ends, and goes on with a window that ends there. */
export function OlderNote({ end, ranged }: Props) {
  const t = useTranslations('analytics.events.older');
  const format = useFormat();
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
