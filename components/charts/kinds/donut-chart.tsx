'use client';

import { useRef } from 'react';
import { LazyDrawing } from '../canvas/lazy-drawing';
import { useChartTheme } from '../canvas/use-chart-theme';
import { fmt, shareText } from '../format/format';
import { toSummary } from '../output/summary';
import type { ChartContext, PartsModel } from '../prepare/model';
import { Swatch } from './swatch';

const NONE: ReadonlySet<string> = new Set();
const SIZE = 140;

/** Up to six parts of a whole, each with its figure beside the ring. */
export function DonutChart({ model, context }: { model: PartsModel; context: ChartContext }) {
  const box = useRef<HTMLDivElement>(null);
  const theme = useChartTheme(box);
  const format = fmt(model.measure, context.locale, context.say);
  return (
    <div className="@container">
      <div className="flex items-center gap-5 @max-[340px]:flex-col">
        <div
          ref={box}
          role="img"
          aria-label={toSummary(model, context)}
          className="relative flex-none"
          style={{ width: SIZE, height: SIZE }}
        >
          {theme ? (
            <LazyDrawing model={model} context={context} theme={theme} hidden={NONE} width={SIZE} height={SIZE} />
          ) : null}
        </div>
        <ul className="min-w-0 flex-1 @max-[340px]:w-full">
          {model.parts.map((part) => (
            <li key={part.key} className="flex h-[25px] items-center gap-2 text-12">
              <Swatch token={part.token} />
              <span className="min-w-0 flex-1 truncate" title={part.label}>
                {part.label}
              </span>
              <span className="font-medium tabular-nums">{format.exact(part.value)}</span>
              {model.measure.type === 'percent' ? null : (
                <span className="w-9 text-right text-ink-3 tabular-nums">
                  {shareText(part.share, context.locale, 0)}
                </span>
              )}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
