'use client';

import { type PointerEvent, useRef } from 'react';
import { LazyDrawing } from '../canvas/lazy-drawing';
import { useChartTheme } from '../canvas/use-chart-theme';
import { fmt, shareText } from '../format/format';
import { MarkButton } from '../marks/mark-button';
import { useRovingMarks } from '../marks/use-roving-marks';
import { RING } from '../output/option';
import { toSummary } from '../output/summary';
import { shareMark } from '../prepare/mark';
import type { ChartContext, PartsModel } from '../prepare/model';
import { Swatch } from './swatch';

const NONE: ReadonlySet<string> = new Set();
const SIZE = 140;

/** The part at a place of the ring, px from its middle, as it is drawn: clockwise from the top. */
function partAt(model: PartsModel, x: number, y: number): string | undefined {
  const radius = Math.hypot(x, y) / (SIZE / 2);
  if (radius < RING.inner || radius > RING.outer) return undefined;
  const turn = (Math.atan2(x, -y) / (2 * Math.PI) + 1) % 1;
  const total = model.parts.reduce((sum, part) => sum + (part.value ?? 0), 0);
  let end = 0;
  return model.parts.find((part) => {
    end += (part.value ?? 0) / total;
    return turn < end;
  })?.key;
}

/** Up to six parts of a whole, each with its figure beside the ring. */
export function DonutChart({ model, context }: { model: PartsModel; context: ChartContext }) {
  const box = useRef<HTMLDivElement>(null);
  const legend = useRef<HTMLUListElement>(null);
  useRovingMarks(legend);
  const theme = useChartTheme(box);
  const format = fmt(model.measure, context.locale, context.say);
  // A slice is chosen through its line of the legend, which has its words.
  const choose = (event: PointerEvent) => {
    if (event.button !== 0) return;
    const { left, top } = event.currentTarget.getBoundingClientRect();
    const key = partAt(model, event.clientX - left - SIZE / 2, event.clientY - top - SIZE / 2);
    const lines = legend.current?.querySelectorAll<HTMLElement>('li') ?? [];
    for (const line of lines) if (line.dataset.part === key) line.querySelector<HTMLElement>('[data-mark]')?.click();
  };
  return (
    <div className="@container">
      <div className="flex items-center gap-5 @max-[340px]:flex-col">
        <div
          ref={box}
          onPointerUp={choose}
          role="img"
          aria-label={toSummary(model, context)}
          className="relative flex-none"
          style={{ width: SIZE, height: SIZE }}
        >
          {theme ? (
            <LazyDrawing model={model} context={context} theme={theme} hidden={NONE} width={SIZE} height={SIZE} />
          ) : null}
        </div>
        <ul ref={legend} className="min-w-0 flex-1 @max-[340px]:w-full">
          {model.parts.map((part) => (
            <li key={part.key} data-part={part.key} className="text-12">
              <MarkButton mark={shareMark(part, model, context)} className="-mx-1 w-[calc(100%+8px)] px-1">
                <span className="flex h-[25px] items-center gap-2">
                  <Swatch token={part.token} />
                  <span className="min-w-0 flex-1 truncate" title={part.label}>
                    {part.label}
                  </span>
                  <span className="font-medium tabular-nums">{format.exact(part.value)}</span>
                  {model.measure.type === 'percent' ? null : (
                    <span className="w-12 text-right text-ink-3 tabular-nums">
                      {shareText(part.share, context.locale)}
                    </span>
                  )}
                </span>
              </MarkButton>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
