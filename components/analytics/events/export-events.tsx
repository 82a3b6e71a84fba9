'use client';

import { useTranslations } from 'next-intl';
import type { ListScreen } from '@/components/data-table/pages/use-list-screen';
import { useFormat } from '@/components/layout/preferences/use-format';
import { Button } from '@/components/ui/controls/button';
import { Menu } from '@/components/ui/overlays/menu';
import { notify } from '@/components/ui/overlays/toast';
import { EVENT_FORMATS, type EventVO, MAX_EXPORTED_EVENTS } from '@/lib/analytics/search/contract';

/** Everything the list finds as a file of the server's, or the newest of it. */
export function ExportEvents({ list }: { list: ListScreen<EventVO> }) {
  const t = useTranslations('common.table');
  const own = useTranslations('analytics.events');
  const format = useFormat();
  const run = async (kind: (typeof EVENT_FORMATS)[number]) => {
    try {
      // Asked for far less often than the list is.
      const { saveEvents } = await import('./save-events');
      await saveEvents(list.values, kind, `events-${format.date(Date.now())}.${kind}`);
      if (list.total > MAX_EXPORTED_EVENTS)
        notify({ kind: 'progress', title: t('export_cut', { count: format.number(MAX_EXPORTED_EVENTS) }) });
    } catch (error) {
      notify({ kind: 'failed', title: t('export_failed'), error });
    }
  };
  return (
    <span className="contents max-sm:hidden">
      <Menu
        align="end"
        trigger={
          <Button
            icon="download"
            chevron
            reason={list.total === 0 && !list.isLoading ? t('nothing_to_export') : undefined}
            disabled={list.total === 0}
          >
            {own('export')}
          </Button>
        }
        entries={EVENT_FORMATS.map((kind) => ({ label: kind.toUpperCase(), onSelect: () => run(kind) }))}
      />
    </span>
  );
}
