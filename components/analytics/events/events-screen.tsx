'use client';

import dynamic from 'next/dynamic';
import { useTranslations } from 'next-intl';
import { parseAsBoolean, parseAsString, useQueryState } from 'nuqs';
import { DataTable } from '@/components/data-table/data-table';
import { latePart } from '@/components/layout/preferences/late-part';
import { PageHeader } from '@/components/ui/content/page-header';
import { Button } from '@/components/ui/controls/button';
import { NothingYet } from '@/components/ui/states/empty-state';
import { whenOnline } from '@/components/ui/states/when-online';
import { DomainFilter } from '../dashboard/domain-filter';
import { GoneDomain } from '../dashboard/gone-domain';
import { RangeControl } from '../dashboard/range-control';
import { AddFilter } from './add-filter';
import { Frame } from './density/frame';
import { targetOf } from './events-columns';
import { ExportEvents } from './export-events';
import { OlderEvents } from './older-events';
import { OpenEvent, type SetOpenId } from './open-event';
import { useEvents } from './use-events';

// Needed far less often than the list is loaded.
const FilterChips = dynamic(
  whenOnline(() => import('@/components/charts/filters/filter-chips').then((part) => part.FilterChips)),
);
// Comes beside the list, which does not wait for it.
const DensityStrip = dynamic(
  whenOnline(() => import('./density/density-strip').then((part) => part.DensityStrip)),
  { ssr: false, loading: () => <Frame /> },
);
const WithoutMatch = latePart(() => import('./without-match').then((part) => part.WithoutMatch));
const LiveTable = latePart(() => import('./live/live-table').then((part) => part.LiveTable));

/** Single requests of a window, newest first, or as they come: what is behind every figure of the charts. */
export function EventsScreen() {
  const t = useTranslations('analytics.events');
  const [openId, setRow] = useQueryState('row', parseAsString);
  const [isLive, setLive] = useQueryState('live', parseAsBoolean.withDefault(false));
  const events = useEvents();
  const { list, filters, setFilters, ranged } = events;
  const setOpenId: SetOpenId = (id, history) => void setRow(id, { history });
  const toggleLive = () => {
    // What was seen live is not missed in the list.
    if (isLive) list.refresh();
    void setLive(isLive ? null : true, { history: 'replace' });
  };
  const toolbar = <AddFilter list={list} filters={filters} onChange={setFilters} />;
  return (
    <>
      <PageHeader
        title={t('title')}
        actions={
          <>
            {list.isForbidden ? null : (
              <Button icon={isLive ? 'pause' : 'play'} pressed={isLive} onClick={toggleLive}>
                {t('live.title')}
              </Button>
            )}
            <DomainFilter dashboard={ranged} />
            {isLive ? null : (
              <>
                <RangeControl dashboard={ranged} />
                <ExportEvents list={list} />
              </>
            )}
          </>
        }
      />
      <GoneDomain dashboard={ranged}>
        {filters.length > 0 ? <FilterChips filters={filters} onChange={setFilters} /> : null}
        {/* A row of one line is 32 px high in either density (visual language, events). */}
        <div className="sm:[--row:32px]">
          {isLive && !list.isForbidden ? (
            <LiveTable list={list} toolbar={toolbar} openId={openId} setOpenId={setOpenId} />
          ) : (
            <>
              {list.isForbidden ? null : <DensityStrip {...events} />}
              <DataTable
                list={list}
                caption={t('title')}
                rowName={(row) => `${row.method} ${row.host}${targetOf(row)}`}
                openRowId={openId}
                onOpenRow={(row) => setOpenId(row.event_id, 'push')}
                toolbar={toolbar}
                noMatch={<WithoutMatch events={events} />}
                empty={<NothingYet title={t('empty.title')}>{t('empty.text')}</NothingYet>}
              />
              <OlderEvents list={list} ranged={ranged} />
              <OpenEvent rows={list.rows} openId={openId} setOpenId={setOpenId} />
            </>
          )}
        </div>
      </GoneDomain>
    </>
  );
}
