'use client';

import type { EChartsCoreOption } from 'echarts/core';
import { useMemo, useRef } from 'react';
import { cx } from '@/components/ui/cx';
import { markCount, toOption } from '../output/option';
import type { ChartTheme } from '../output/theme';
import type { ChartContext, PartsModel, TimeModel } from '../prepare/model';
import { useECharts } from './use-echarts';

/** Above this a canvas is faster; below it SVG is crisp, printable and testable. */
const MOST_SVG_MARKS = 2000;

export type DrawingProps = {
  model: TimeModel | PartsModel;
  context: ChartContext;
  theme: ChartTheme;
  hidden: ReadonlySet<string>;
  width: number;
  height: number;
};

/** The library's part of a chart. Loaded apart from everything else, because it is most of the code of a page. */
export default function Drawing({ model, context, theme, hidden, width, height }: DrawingProps) {
  const option = useMemo(
    () => toOption(model, context, { theme, hidden, width, height }),
    [model, context, theme, hidden, width, height],
  );
  const renderer = markCount(model) > MOST_SVG_MARKS ? 'canvas' : 'svg';
  const isCrisp = model.kind === 'time' && model.isStacked;
  return <Surface key={renderer} renderer={renderer} option={option} width={width} height={height} isCrisp={isCrisp} />;
}

type SurfaceProps = {
  renderer: 'svg' | 'canvas';
  option: EChartsCoreOption | null;
  width: number;
  height: number;
  /** Layers painted over each other have edges in the same place: smoothed, the one below would shine through. */
  isCrisp: boolean;
};

function Surface(props: SurfaceProps) {
  const ref = useRef<HTMLDivElement>(null);
  useECharts(ref, props);
  return (
    <div
      ref={ref}
      aria-hidden="true"
      className={cx('absolute inset-0', props.isCrisp && '[shape-rendering:crispEdges]')}
    />
  );
}
