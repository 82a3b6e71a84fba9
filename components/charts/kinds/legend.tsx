'use client';

import type { MouseEvent } from 'react';
import { cx } from '@/components/ui/cx';
import { fmt } from '../format/format';
import type { ChartContext, TimeModel, TimeSeries } from '../prepare/model';
import { Swatch } from './swatch';

/** The keys left in sight after a click on one of them: alone, or all again; with Shift just that one on or off. */
export function nextHidden(
  keys: readonly string[],
  hidden: ReadonlySet<string>,
  key: string,
  isToggle: boolean,
): ReadonlySet<string> {
  if (isToggle) {
    const next = new Set(hidden);
    if (!next.delete(key)) next.add(key);
    return next.size === keys.length ? new Set() : next;
  }
  const isAlone = !hidden.has(key) && hidden.size === keys.length - 1;
  return isAlone ? new Set() : new Set(keys.filter((k) => k !== key));
}

/** The series with their sums, as buttons: a click shows one alone, Shift + click switches one. */
export function Legend({
  model,
  context,
  hidden,
  onChange,
}: {
  model: TimeModel;
  context: ChartContext;
  hidden: ReadonlySet<string>;
  onChange: (hidden: ReadonlySet<string>) => void;
}) {
  const { say } = context;
  const keys = model.series.map((s) => s.key);
  if (keys.length < 2) return null;
  const pick = (key: string) => (event: MouseEvent) => onChange(nextHidden(keys, hidden, key, event.shiftKey));
  return (
    <ul
      aria-label={say('legend', { title: model.title })}
      className="flex min-w-0 flex-wrap gap-x-3.5 gap-y-1 text-12 text-ink-2"
    >
      {model.series.map((series) => (
        <li key={series.key} className="min-w-0">
          <button
            type="button"
            aria-pressed={!hidden.has(series.key)}
            title={say('legend_hint')}
            onClick={pick(series.key)}
            className={cx(
              'flex min-h-6 max-w-full items-center gap-1.5 rounded-1 hover:text-ink',
              hidden.has(series.key) && 'text-ink-3 line-through',
            )}
          >
            <Swatch token={series.token} isPrevious={series.isPrevious} isOff={hidden.has(series.key)} />
            <span className="truncate">{series.label}</span>
            <Figure series={series} context={context} />
          </button>
        </li>
      ))}
    </ul>
  );
}

function Figure({ series, context }: { series: TimeSeries; context: ChartContext }) {
  if (series.total === null) return null;
  return (
    <b className="font-medium text-ink tabular-nums">
      {fmt(series.measure.type === 'percent' ? COUNT : series.measure, context.locale, context.say).exact(series.total)}
    </b>
  );
}

// a stack shown as shares keeps its sums in counts
const COUNT = { type: 'integer', unit: 'requests' } as const;
