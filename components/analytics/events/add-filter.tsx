'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import type { ListScreen } from '@/components/data-table/pages/use-list-screen';
import { latePart } from '@/components/layout/preferences/late-part';
import { Button } from '@/components/ui/controls/button';
import { Popover } from '@/components/ui/overlays/popover';
import { type ChartFilter, MAX_FILTERS } from '@/lib/analytics/filters/contract';
import type { EventVO } from '@/lib/analytics/search/contract';

// Opened far less often than the list is loaded.
const FilterForm = latePart(() => import('./filter-form').then((part) => part.FilterForm));

export type AddFilterProps = {
  list: ListScreen<EventVO>;
  filters: readonly ChartFilter[];
  onChange: (filters: ChartFilter[]) => void;
};

/** Narrows the list by any field that events can be filtered by. */
export function AddFilter(props: AddFilterProps) {
  const t = useTranslations('analytics.events');
  const [open, setOpen] = useState(false);
  const isFull = props.filters.length >= MAX_FILTERS;
  return (
    <Popover
      name={t('filter.apply')}
      align="end"
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button icon="plus" reason={isFull ? t('filter.full', { count: MAX_FILTERS }) : undefined}>
          {t('add_filter')}
        </Button>
      }
      className="w-80 max-w-[calc(100vw-2rem)] p-4"
    >
      {open ? <FilterForm {...props} onDone={() => setOpen(false)} /> : null}
    </Popover>
  );
}
