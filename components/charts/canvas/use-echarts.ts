'use client';

import type { EChartsCoreOption, EChartsType } from 'echarts/core';
import { type RefObject, useEffect, useRef } from 'react';
import { init } from './echarts';

type Drawing = {
  option: EChartsCoreOption | null;
  /** Fixed for the life of the component. */
  renderer: 'svg' | 'canvas';
  width: number;
  height: number;
};

/**
 * Draws an option into an element. Options are complete, so each one replaces the last: a series that is gone goes from
 * the picture too. The chart ends with the component.
 */
export function useECharts(ref: RefObject<HTMLElement | null>, { option, renderer, width, height }: Drawing): void {
  const chart = useRef<EChartsType | null>(null);
  const drawn = useRef<EChartsCoreOption | null>(null);

  useEffect(() => {
    if (!ref.current) return;
    const made = init(ref.current, null, { renderer, width: 1, height: 1 });
    chart.current = made;
    drawn.current = null;
    return () => {
      chart.current = null;
      made.dispose();
    };
  }, [ref, renderer]);

  useEffect(() => {
    const now = chart.current;
    if (!now) return;
    if (now.getWidth() !== width || now.getHeight() !== height) now.resize({ width, height, silent: true });
    if (!option || drawn.current === option) return;
    now.setOption(option, { notMerge: true });
    drawn.current = option;
  }, [option, width, height]);
}
