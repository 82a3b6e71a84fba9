'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode, RefObject } from 'react';
import { useIsPhone } from '@/components/layout/page/use-media-query';
import { Icon } from '@/components/ui/content/icon';
import { IconButton } from '@/components/ui/controls/button';
import { Input } from '@/components/ui/controls/input';
import { Segmented } from '@/components/ui/controls/segmented';
import { MAX_KEYWORD } from '@/lib/api/fields';
import { ColumnMenu } from '../columns/column-menu';
import type { Filter } from '../columns/types';
import type { ListScreen } from '../pages/use-list-screen';
import { ViewMenu } from '../views/view-menu';
import { FilterMenu } from './filter-menu';
import { chipsOf, useFilterWords } from './filter-words';

/** The search box. Each key goes to the URL in place, so that Back does not spell it out. */
function Search<Row extends object>({
  list,
  inputRef,
}: {
  list: ListScreen<Row>;
  inputRef: RefObject<HTMLInputElement | null>;
}) {
  const t = useTranslations('common.table');
  const { search, values, setValues } = list;
  if (!search) return null;
  return (
    <Input
      ref={inputRef}
      icon="search"
      type="search"
      aria-label={t('search')}
      placeholder={search.placeholder}
      maxLength={MAX_KEYWORD}
      value={values[search.param] ?? ''}
      onChange={(event) => setValues({ [search.param]: event.target.value || null }, 'replace')}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        // Browsers would clear the search; here Escape goes on to the rows it found.
        event.preventDefault();
        event.currentTarget.blur();
      }}
      boxClassName="w-55! max-sm:flex-1"
      className="[&::-webkit-search-cancel-button]:hidden"
    />
  );
}

function SegmentsFilter<Row extends object>({
  list,
  filter,
}: {
  list: ListScreen<Row>;
  filter: Extract<Filter<string>, { kind: 'segments' }>;
}) {
  const t = useTranslations('common.table');
  return (
    <Segmented
      name={filter.label}
      value={list.values[filter.param] ?? ''}
      onChange={(value) => list.setValues({ [filter.param]: value || null })}
      segments={[{ value: '', label: t('all') }, ...filter.options]}
    />
  );
}

/** What is filtered beyond the segments, one chip each, and the way back. */
function Chips<Row extends object>({ list, withSegments }: { list: ListScreen<Row>; withSegments: boolean }) {
  const t = useTranslations('common.table');
  const words = useFilterWords();
  const chips = chipsOf(list.filters, list.values, words, withSegments);
  if (chips.length === 0) return null;
  return (
    // On a phone below the search, which keeps its room.
    <span className="contents max-sm:order-last max-sm:flex max-sm:basis-full max-sm:flex-wrap max-sm:gap-2">
      {chips.map((chip) => (
        <span
          key={chip.key}
          className="inline-flex h-6 max-w-full items-center gap-1.5 rounded-1 border border-accent-line bg-accent-soft pl-2 text-12 text-accent"
        >
          <span className="min-w-0 truncate">
            {chip.label} <b>{chip.value}</b>
          </span>
          <button
            type="button"
            aria-label={t('remove_filter', { name: chip.label })}
            className="grid size-6 flex-none place-items-center rounded-1"
            onClick={() => list.setValues(chip.clear)}
          >
            <Icon name="close" size={12} />
          </button>
        </span>
      ))}
      <button type="button" className="link h-6 text-12" onClick={list.clearFilters}>
        {t('clear_filters')}
      </button>
    </span>
  );
}

/** Search, filters, saved views, columns, refresh. `children` come before the columns: what the list needs beyond them. */
export function Toolbar<Row extends object>({
  list,
  searchRef,
  children,
}: {
  list: ListScreen<Row>;
  searchRef: RefObject<HTMLInputElement | null>;
  children?: ReactNode;
}) {
  const t = useTranslations('common.table');
  const isPhone = useIsPhone();
  const inSight = isPhone ? [] : list.filters.filter((filter) => filter.kind === 'segments');
  const hasMore = list.filters.length > inSight.length;
  return (
    <div className="flex min-h-[49px] flex-wrap items-center gap-2 border-b border-line px-(--panel-pad) py-2">
      <Search list={list} inputRef={searchRef} />
      {hasMore ? <FilterMenu list={list} /> : null}
      <ViewMenu />
      <span className="contents max-sm:hidden">
        {inSight.map((filter) => (
          <SegmentsFilter key={filter.param} list={list} filter={filter} />
        ))}
      </span>
      <Chips list={list} withSegments={isPhone} />
      {/* Where there is no room beside the filters they go below them together. */}
      <span className="ml-auto flex flex-wrap items-center justify-end gap-2 max-sm:contents">
        {children}
        {isPhone ? null : (
          <span className="contents max-sm:hidden">
            <ColumnMenu list={list} />
          </span>
        )}
        <IconButton
          icon="refresh"
          name={t('refresh')}
          onClick={list.refresh}
          aria-busy={list.isFetching || undefined}
        />
      </span>
    </div>
  );
}
