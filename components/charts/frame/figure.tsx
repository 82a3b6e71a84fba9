'use client';

import { ChartTable } from '../kinds/chart-table';
import { DonutChart } from '../kinds/donut-chart';
import { GeoChart } from '../kinds/geo-chart';
import { KpiMark } from '../kinds/kpi-card';
import { PartsBars } from '../kinds/parts-bars';
import { RankList } from '../kinds/rank-list';
import { drawnOf, MoreInTable } from '../kinds/scroll-list';
import { TimeChart } from '../kinds/time-chart';
import { toSummary } from '../output/summary';
import type { ChartContext, ChartModel, KpiModel } from '../prepare/model';

export type FigureProps = {
  model: ChartModel;
  context: ChartContext;
  /** Height of a course over time with its legend, in px. */
  height: number;
  onZoom?: (from: number, to: number) => void;
};

/** The picture of a model that has something to show. */
export function ChartFigure({ model, context, height, onZoom }: FigureProps) {
  switch (model.kind) {
    case 'time':
      return <TimeChart model={model} context={context} height={height} onZoom={onZoom} />;
    case 'parts':
      return model.shape === 'donut' ? (
        <DonutChart model={model} context={context} />
      ) : (
        <PartsBars model={model} context={context} height={height} />
      );
    case 'rank':
      return <RankList model={model} context={context} height={height} />;
    case 'geo':
      return <GeoChart model={model} context={context} height={height} />;
    case 'kpi':
      return <Cards model={model} context={context} />;
    case 'table':
      return <ChartTable table={model.table} context={context} caption={toSummary(model, context)} />;
  }
}

function Cards({ model, context }: { model: KpiModel; context: ChartContext }) {
  const { drawn, more } = drawnOf(model.cards);
  return (
    <>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(150px,1fr))] gap-4">
        {drawn.map((card) => (
          <div key={card.key} className="min-w-0">
            <KpiMark card={card} context={context} />
          </div>
        ))}
      </div>
      <MoreInTable more={more} context={context} />
    </>
  );
}
