'use client';

import dynamic from 'next/dynamic';
import { useTranslations } from 'next-intl';
import { parseAsString, useQueryState } from 'nuqs';
import { DataTable } from '@/components/data-table/data-table';
import { walker } from '@/components/data-table/rows/walker';
import { NothingYet } from '@/components/ui/empty-state';
import { PageHeader } from '@/components/ui/page-header';
import { whenOnline } from '@/components/ui/when-online';
import { DomainFilter } from '../dashboard/domain-filter';
import { RangeControl } from '../dashboard/range-control';
import { AddFilter } from './add-filter';
import { targetOf } from './events-columns';
import { useEvents } from './use-events';

// Needed far less often than the list is loaded.
const FilterChips = dynamic(
  whenOnline(() => import('@/components/charts/filters/filter-chips').then((part) => part.FilterChips)),
);
const EventDrawer = dynamic(
  whenOnline(() => import('./event-drawer').then((part) => part.EventDrawer)),
  { ssr: false },
);

/** Single requests of a window, newest first: what is behind every figure of the charts. */
export function EventsScreen() {
  const t = useTranslations('analytics.events');
  const [openId, setOpenId] = useQueryState('row', parseAsString);
  const { list, filters, setFilters, ranged } = useEvents();
  const event = list.rows.find((row) => row.event_id === openId);
  const walk = walker(list, openId, (next) => void setOpenId(next, { history: 'replace' }));
  return (
    <>
      <PageHeader
        title={t('title')}
        actions={
          <>
            <DomainFilter dashboard={ranged} />
            <RangeControl dashboard={ranged} />
          </>
        }
      />
      {filters.length > 0 ? <FilterChips filters={filters} onChange={setFilters} /> : null}
      <DataTable
        list={list}
        caption={t('title')}
        rowName={(row) => `${row.method} ${row.host}${targetOf(row)}`}
        openRowId={openId}
        onOpenRow={(row) => void setOpenId(row.event_id, { history: 'push' })}
        toolbar={<AddFilter list={list} filters={filters} onChange={setFilters} />}
        empty={<NothingYet title={t('empty.title')}>{t('empty.text')}</NothingYet>}
      />
      {event ? (
        <EventDrawer
          event={event}
          onClose={() => void setOpenId(null, { history: 'replace' })}
          onPrevious={walk(-1)}
          onNext={walk(1)}
        />
      ) : null}
    </>
  );
}
