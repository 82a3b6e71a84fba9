'use client';

import { ChartTable } from '../kinds/chart-table';
import { DonutChart } from '../kinds/donut-chart';
import { KpiFigure } from '../kinds/kpi-card';
import { PartsBars } from '../kinds/parts-bars';
import { RankList } from '../kinds/rank-list';
import { TimeChart } from '../kinds/time-chart';
import { toSummary } from '../output/summary';
import type { ChartContext, ChartModel } from '../prepare/model';

export type FigureProps = {
  model: ChartModel;
  context: ChartContext;
  /** Height of a course over time, in px. */
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
    case 'geo':
      return <RankList model={model} context={context} height={height} />;
    case 'kpi':
      return (
        <div className="grid grid-cols-[repeat(auto-fit,minmax(150px,1fr))] gap-4">
          {model.cards.map((card) => (
            <div key={card.key} className="min-w-0">
              <KpiFigure card={card} context={context} />
            </div>
          ))}
        </div>
      );
    case 'table':
      return <ChartTable table={model.table} context={context} caption={toSummary(model, context)} />;
  }
}
