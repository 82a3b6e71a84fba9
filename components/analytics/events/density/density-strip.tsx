'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { cursorAfter } from '@/components/charts/marks/cursor';
import { useFormat } from '@/components/layout/preferences/use-format';
import type { ChartFilter } from '@/lib/analytics/filters/contract';
import { eventSearch } from '@/lib/analytics/search/contract';
import { call } from '@/lib/api/client';
import type { useEvents } from '../use-events';
import { MEANINGS } from '../verdict';
import { type Bar, barsOf, type Counts, STACKED, spanOf } from './bars';
import { Frame } from './frame';

type Events = ReturnType<typeof useEvents>;
type Touched = readonly [number, number];

const PAGING: readonly string[] = ['page', 'size', 'order', 'cursor'];

/** What is counted as the list is narrowed, once the list has it. */
function useDensity({ values, searched, updatedAt, isForbidden }: Events['list']) {
  const narrowing = Object.entries({ ...values, keyword: searched }).filter(([name]) => !PAGING.includes(name));
  const asked = Object.fromEntries(narrowing.filter(([, value]) => value !== null));
  return useQuery({
    // Whoever refreshes the list sees as much of it here.
    queryKey: [eventSearch.density.path, asked, updatedAt],
    queryFn: ({ signal }) => call(eventSearch.density, { query: asked }, signal),
    placeholderData: keepPreviousData,
    enabled: updatedAt > 0 && !isForbidden,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The requests of the list over its window, by verdict; a part of it is zoomed into, and a verdict filtered by. */
export function DensityStrip({ list, ranged, filters, setFilters }: Events) {
  const t = useTranslations('analytics.events.density');
  const format = useFormat();
  const { data, isError } = useDensity(list);
  const [touched, setTouched] = useState<Touched | null>(null);
  // Without the list nothing is counted.
  if (!data) return <Frame>{isError || list.error ? <p className="text-ink-3">{t('failed')}</p> : null}</Frame>;
  const { bars, counts } = barsOf(data, format.timeZone, list.updatedAt);
  const { from, to } = touched
    ? spanOf(bars, touched, data.window)
    : { from: data.window.stime, to: data.window.etime };
  const shown = touched ? bars.slice(Math.min(...touched), Math.max(...touched) + 1) : bars;
  const total = shown.reduce((sum, bar) => sum + bar.total, 0);
  const until = data.searched_until === null ? null : t('until', { time: format.tableTime(data.searched_until) });
  const part = t('part', { count: total, from: format.tableTime(from), to: format.tableTime(to) });
  return (
    <Frame>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <p className="min-w-0 flex-1 whitespace-nowrap max-sm:hidden">
          <strong className="font-semibold">{touched ? part : t('total', { count: total })}</strong>
          {until ? <span className="ml-2 text-ink-3">{until}</span> : null}
        </p>
        <Legend counts={counts} filters={filters} setFilters={setFilters} />
      </div>
      <Bars
        bars={bars}
        name={t('name')}
        says={touched ? part : t('keys', { part })}
        touched={touched}
        onTouch={setTouched}
        onZoom={(span) => {
          const { from, to } = spanOf(bars, span, data.window);
          ranged.setWindow(from, to);
        }}
      />
      <div className="flex justify-between text-11 text-ink-3 tabular-nums">
        {[data.window.stime, data.window.etime].map((time) => (
          <span key={time}>{format.tableTime(time)}</span>
        ))}
      </div>
    </Frame>
  );
}

/** The sum of each verdict, which narrows the list to it, or takes that back. */
function Legend({ counts, filters, setFilters }: { counts: Counts } & Pick<Events, 'filters' | 'setFilters'>) {
  const word = useTranslations('charts.values.action');
  const format = useFormat();
  const chosen = filters.find(({ dimension, op }) => dimension === 'action' && op === 'in')?.values;
  const others = filters.filter(({ dimension }) => dimension !== 'action');
  const only = (action: string): ChartFilter => ({ dimension: 'action', op: 'in', values: [action] });
  return (
    <ul className="flex flex-wrap gap-x-3">
      {STACKED.filter((action) => counts[action] > 0 || chosen?.includes(action)).map((action) => (
        <li key={action}>
          <button
            type="button"
            aria-pressed={chosen?.includes(action) ?? false}
            onClick={() => setFilters(chosen?.includes(action) ? others : [...others, only(action)])}
            className="flex items-center gap-1.5 rounded-1 whitespace-nowrap text-ink-2 hover:text-ink aria-pressed:text-accent"
          >
            <i
              aria-hidden="true"
              className="size-2 forced-color-adjust-none"
              style={{ background: `var(--${MEANINGS[action]})` }}
            />
            {word(action)} <span className="font-medium text-ink tabular-nums">{format.number(counts[action])}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** A finger that goes up or down scrolls the page. */
const BARS = { cursor: 'crosshair', touchAction: 'pan-y' } as const;

type BarsProps = {
  bars: readonly Bar[];
  name: string;
  /** What is touched, else what there is and how to touch it. */
  says: string;
  touched: Touched | null;
  onTouch: (touched: Touched | null) => void;
  onZoom: (touched: Touched) => void;
};

function Bars({ bars, name, says, touched, onTouch, onZoom }: BarsProps) {
  const [begun, setBegun] = useState<number | null>(null);
  const highest = Math.max(1, ...bars.map(({ total }) => total));
  const at = ({ currentTarget, clientX }: PointerEvent<HTMLDivElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    return Math.min(bars.length - 1, Math.max(0, Math.floor(((clientX - left) / width) * bars.length)));
  };
  const zoom = (span: Touched) => {
    if (bars.length > 1) onZoom(span);
    setBegun(null);
    onTouch(null);
  };
  const press = (event: KeyboardEvent) => {
    if (touched && (event.key === 'Enter' || event.key === ' ')) {
      event.preventDefault();
      return zoom(touched);
    }
    const cursor = cursorAfter(event, touched?.[1] ?? null, bars.length);
    onTouch(cursor === null ? null : [event.shiftKey && touched ? touched[0] : cursor, cursor]);
  };
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={name}
      aria-valuemin={0}
      aria-valuemax={Math.max(0, bars.length - 1)}
      aria-valuenow={touched?.[1] ?? 0}
      aria-valuetext={says}
      className="min-h-0 flex-1 rounded-1 border-b border-line"
      style={BARS}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        setBegun(at(event));
      }}
      onPointerMove={(event) => onTouch([begun ?? at(event), at(event)])}
      onPointerLeave={() => begun === null && onTouch(null)}
      onPointerCancel={() => {
        setBegun(null);
        onTouch(null);
      }}
      onPointerUp={(event) => (begun === null ? onTouch(null) : zoom([begun, at(event)]))}
      onKeyDown={press}
      onBlur={() => onTouch(null)}
    >
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${bars.length} ${highest}`}
        preserveAspectRatio="none"
        className="block size-full"
      >
        {touched ? (
          <rect
            x={Math.min(...touched)}
            width={Math.abs(touched[0] - touched[1]) + 1}
            height={highest}
            fill="var(--selected)"
          />
        ) : null}
        {bars.map((bar, i) => (
          <Stack key={bar.start} x={i} bar={bar} highest={highest} />
        ))}
      </svg>
    </div>
  );
}

function Stack({ x, bar: { counts }, highest }: { x: number; bar: Bar; highest: number }) {
  let top = highest;
  return STACKED.filter((action) => counts[action] > 0).map((action) => {
    top -= counts[action];
    return <rect key={action} x={x} y={top} width={1} height={counts[action]} fill={`var(--${MEANINGS[action]})`} />;
  });
}
