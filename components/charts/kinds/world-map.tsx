'use client';

import { useQuery } from '@tanstack/react-query';
import { type PointerEvent, useEffect, useId } from 'react';
import { boundaries } from '@/lib/analytics/boundaries/contract';
import { query } from '@/lib/api/client';
import { fmt } from '../format/format';
import { useMarkOpener } from '../marks/mark-provider';
import { toSummary } from '../output/summary';
import { SHADES, upTo } from '../prepare/geo';
import { shareMark } from '../prepare/mark';
import type { ChartContext, RankItem, RankModel } from '../prepare/model';
import { placeName } from '../result/labels';

/** Shades whose figures are written below the map. */
const NAMED = [1, 3, 5, SHADES];

/** What the shades are, in figures. */
function Legend({ model, context }: { model: RankModel; context: ChartContext }) {
  const format = fmt(model.measure, context.locale, context.say);
  const largest = Math.max(0, ...model.items.map((item) => (item.code ? (item.value ?? 0) : 0)));
  return (
    <div aria-hidden="true" className="flex flex-wrap items-center justify-between gap-x-4 text-11 text-ink-3">
      <span className="flex items-center gap-3">
        {NAMED.map((shade) => (
          <span key={shade} className="flex items-center gap-1 tabular-nums">
            <i
              className="size-2.5 flex-none rounded-[1px] border border-(--chart-axis) forced-color-adjust-none"
              style={{ background: `var(--chart-seq-${shade})` }}
            />
            ≤ {format.short(upTo(shade, largest))}
          </span>
        ))}
      </span>
      <span>{context.say('map.illustrative')}</span>
    </div>
  );
}

/**
 * Countries on the operator's own boundaries, shaded as in the ranking below, which says the same to everybody. Nothing where the
 * operator has supplied none. Hatched: nothing is known of it here.
 */
export function WorldMap({
  model,
  context,
  onDrawn,
}: {
  model: RankModel;
  context: ChartContext;
  onDrawn: () => void;
}) {
  const { data } = useQuery({ ...query(boundaries.view, {}), staleTime: Number.POSITIVE_INFINITY });
  const open = useMarkOpener();
  const hatch = useId();
  const format = fmt(model.measure, context.locale, context.say);
  const hasShapes = data !== undefined && data.shapes.length > 0;
  useEffect(() => {
    if (hasShapes) onDrawn();
  }, [hasShapes, onDrawn]);
  if (!hasShapes) return null;
  const byCode = new Map<string, RankItem>();
  for (const item of model.items) if (item.code && !byCode.has(item.code)) byCode.set(item.code, item);
  const choose = ({ target, button }: PointerEvent) => {
    if (button !== 0 || !(target instanceof SVGPathElement)) return;
    const item = byCode.get(target.dataset.country ?? '');
    const mark = item && shareMark(item, model, context);
    // The ranking below has the words of it, and gets the focus back; it does not draw every row of a long one.
    const rows = [...(target.closest('[data-geo]')?.querySelectorAll<HTMLElement>('[data-mark]') ?? [])];
    const row = rows.find((one) => one.querySelector(`[data-place="${item?.code}"]`));
    const origin = row ?? rows[0];
    if (!mark || !origin || !open) return;
    target.setAttribute('data-opened', '');
    const onClose = () => target.removeAttribute('data-opened');
    open({ marks: [mark], chosen: 0, anchor: target, origin, onClose });
  };
  return (
    <figure className="mb-2 flex flex-col gap-1.5">
      <div role="img" aria-label={toSummary(model, context)} onPointerUp={choose}>
        <svg
          aria-hidden="true"
          viewBox={`0 0 ${data.width} ${data.height}`}
          className="block max-h-70 w-full"
          strokeLinejoin="round"
        >
          <clipPath id={`${hatch}c`}>
            <path d={data.outline} />
          </clipPath>
          <pattern id={hatch} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
            <rect width="6" height="6" fill="var(--panel)" />
            <line y2="6" stroke="var(--chart-split)" strokeWidth="4" />
          </pattern>
          <g clipPath={`url(#${hatch}c)`}>
            {data.shapes.map(({ code, path }) => {
              const item = byCode.get(code);
              const name = item?.lines[0] ?? placeName(code, context);
              return (
                <path
                  key={code}
                  d={path}
                  data-country={code}
                  fill={item ? `var(--${item.token})` : `url(#${hatch})`}
                  stroke="var(--chart-axis)"
                  strokeWidth={0.7}
                  vectorEffect="non-scaling-stroke"
                  className={
                    item?.lead && open
                      ? 'cursor-pointer hover:opacity-80 data-opened:stroke-2 data-opened:stroke-ink'
                      : undefined
                  }
                >
                  <title>{item ? `${name}: ${format.exact(item.value)}` : name}</title>
                </path>
              );
            })}
          </g>
        </svg>
      </div>
      <Legend model={model} context={context} />
    </figure>
  );
}
