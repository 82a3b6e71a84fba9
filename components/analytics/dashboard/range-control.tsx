'use client';

import { useTranslations } from 'next-intl';
import { lazy, Suspense, useState } from 'react';
import { IconButton } from '@/components/ui/controls/button';
import { Segmented } from '@/components/ui/controls/segmented';
import { whenOnline } from '@/components/ui/states/when-online';
import { isWindow, RANGES, type RangeName, spanOf, zoomedOut } from './range';
import type { Dashboard } from './use-dashboard';

const CustomRange = lazy(
  whenOnline(() => import('./custom-range').then(({ CustomRange }) => ({ default: CustomRange }))),
);

type Ranged = {
  state: Pick<Dashboard['state'], 'time_window' | 'stime' | 'etime'>;
  setRange: (name: RangeName) => unknown;
  setWindow: (from: number, to: number) => unknown;
  /** Where the address of the page says its zone. */
  tz?: string;
  setZone?: (zone: string) => unknown;
};

/** One range for the whole page: four relative ones and a custom one, and a way to see more around it. */
export function RangeControl({
  dashboard,
  names = RANGES,
  fill,
}: {
  dashboard: Ranged;
  names?: readonly (typeof RANGES)[number][];
  fill?: boolean;
}) {
  const t = useTranslations('analytics.dashboard');
  const ranges = useTranslations('analytics.dashboard.ranges');
  const [isOpen, setOpen] = useState(false);
  const { state, setRange, setWindow } = dashboard;
  const named = names.find((name) => name === state.time_window);
  const isCustom = isWindow(state.stime, state.etime) || named === undefined;
  const span = isWindow(state.stime, state.etime) ? null : spanOf(state.time_window);
  const custom = isCustom && span ? t(`span_${span.unit}`, { n: span.n }) : t('custom');
  const segments = [
    ...names.map((name) => ({ value: name as RangeName | 'custom', label: ranges(name) })),
    ...(names === RANGES ? [{ value: 'custom' as const, label: custom }] : []),
  ];
  const zoomOut = () => {
    const next = zoomedOut(state);
    if (typeof next === 'string') setRange(next);
    else setWindow(next.from, next.to);
  };
  return (
    <>
      <Segmented
        name={t('range')}
        value={isCustom ? 'custom' : state.time_window}
        onChange={(value) => (value === 'custom' ? setOpen(true) : setRange(value))}
        segments={segments}
        fill={fill}
      />
      {isCustom ? (
        <IconButton icon="edit" variant="secondary" name={t('custom_title')} onClick={() => setOpen(true)} />
      ) : null}
      {names === RANGES ? (
        <IconButton icon="zoom-out" variant="secondary" name={t('zoom_out')} onClick={zoomOut} />
      ) : null}
      {isOpen ? (
        <Suspense>
          <CustomRange
            state={state}
            zone={dashboard.tz}
            onZone={dashboard.setZone}
            onClose={() => setOpen(false)}
            onSpan={(name) => {
              setRange(name);
              setOpen(false);
            }}
            onWindow={(from, to) => {
              setWindow(from, to);
              setOpen(false);
            }}
          />
        </Suspense>
      ) : null}
    </>
  );
}
