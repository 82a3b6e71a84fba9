'use client';

import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { LazyDrawing } from '../canvas/lazy-drawing';
import { useChartTheme } from '../canvas/use-chart-theme';
import { useSize } from '../canvas/use-size';
import { bucketText } from '../format/time-format';
import { cursorAfter } from '../marks/cursor';
import { useMarkOpener } from '../marks/mark-provider';
import type { DrawEnv } from '../output/option';
import { toSummary } from '../output/summary';
import { isCut, type Plot, plotOf, seriesAt } from '../output/time-option';
import { bucketIndex, nearestBucket } from '../prepare/grid';
import { bareMark, bucketMarks } from '../prepare/mark';
import type { Bucket, ChartContext, TimeModel } from '../prepare/model';
import { Legend } from './legend';
import { TooltipPanel, tipText } from './tooltip-panel';
import { useBrush } from './use-brush';

const NOTHING: ReadonlySet<string> = new Set();
const DRAG_PX = 6;
/** How far from a bucket a finger may be that means it, and how far it may slip without dragging. */
const REACH_PX = 24;
/** What is below the plot: one line of the legend and its distance, in px. */
const FOOT = 32;
const TIP_WIDTH = 216;
/** Stripes of the panel's own colour over what is open or partial. */
const HATCH =
  'bg-[repeating-linear-gradient(45deg,color-mix(in_srgb,var(--panel)_75%,transparent)_0_2.5px,transparent_2.5px_5px)]';

type Props = {
  model: TimeModel;
  context: ChartContext;
  /** Of all of it, so that nothing moves when it takes the place of what waited for it; more lines of the legend add to it. */
  height: number;
  /** Sets the page's time range to what was dragged over. */
  onZoom?: (from: number, to: number) => void;
};

/** A course over time: the library draws it, everything that answers to pointer and keyboard is laid over it. */
export function TimeChart({ model, context, height, onZoom }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const size = useSize(box);
  const theme = useChartTheme(box);
  const [hidden, setHidden] = useState(NOTHING);
  const env = size && theme ? { theme, hidden, ...size } : null;
  const plot = env ? plotOf(model, context, env) : null;
  const { say } = context;
  return (
    <div>
      <div ref={box} className="relative" style={{ height: height - FOOT }}>
        {size && theme && size.width > 0 ? (
          <LazyDrawing model={model} context={context} theme={theme} hidden={hidden} {...size} />
        ) : null}
        {plot && env ? <Overlay model={model} context={context} env={env} plot={plot} onZoom={onZoom} /> : null}
      </div>
      <div className="mt-2 flex min-h-6 flex-wrap items-start gap-x-4 gap-y-1 text-12 text-ink-3">
        <div className="min-w-0 flex-1">
          <Legend model={model} context={context} hidden={hidden} onChange={setHidden} />
        </div>
        {model.hiddenSeries > 0 ? (
          <span className="py-1">{say('hidden_series', { n: model.hiddenSeries })}</span>
        ) : null}
        {env && isCut(model, env) ? <span className="py-1">{say('axis_from')}</span> : null}
        {onZoom ? (
          <span data-screen="" className="py-1 max-sm:hidden">
            {say('drag')}
          </span>
        ) : null}
      </div>
    </div>
  );
}

type OverlayProps = Omit<Props, 'height'> & { env: DrawEnv; plot: Plot };

function Overlay({ model, context, env, plot, onZoom }: OverlayProps) {
  const { hidden, width, height } = env;
  const part = useRef<HTMLDivElement>(null);
  const openMark = useMarkOpener();
  const [opened, setOpened] = useState<number | null>(null);
  const [cursor, setCursor] = useState<number | null>(null);
  const span = spanOf(model.buckets);
  const inner = Math.max(1, width - plot.left - plot.right);
  const xOf = (at: number) => plot.left + ((at - span.from) / (span.to - span.from)) * inner;
  const timeAt = (event: PointerEvent) => {
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left;
    const share = Math.min(1, Math.max(0, (x - plot.left) / inner));
    return Math.min(span.to - 1, span.from + share * (span.to - span.from));
  };
  const brush = useBrush({ buckets: model.buckets, window: context.window, xOf, onZoom });
  /** Opens what a bucket holds; `y` px from the top says which series is meant, else it is the largest. */
  const lead = (index: number, y?: number) => {
    const bucket = model.buckets[index];
    if (!openMark || !part.current || !bucket) return;
    const marks = bucketMarks(model, index, hidden, context);
    // A pointer shows what is here, a key that chose it must lead somewhere.
    if (y === undefined && marks.length === 0) {
      marks.push(bareMark(model, bucket, tipText(model, context, index, hidden)));
    }
    if (marks.length === 0) return;
    const key = y === undefined ? largestAt(model, index, hidden) : seriesAt(model, context, env, index, y);
    const box = part.current.getBoundingClientRect();
    const x = box.left + xOf((bucket.start + bucket.end) / 2);
    const at = new DOMRect(x, box.top + (y ?? plot.top), 1, 1);
    const chosen = Math.max(
      0,
      marks.findIndex((mark) => mark.key === key),
    );
    setOpened(index);
    openMark({
      marks,
      chosen,
      anchor: { getBoundingClientRect: () => at },
      origin: part.current,
      onClose: () => setOpened(null),
    });
  };
  /** The bucket that a pointer means: a finger covers many, so the nearest with marks, else the one that is touched. */
  const meantBy = (event: PointerEvent) => {
    const at = timeAt(event);
    const touched = bucketIndex(model.buckets, at);
    if (event.pointerType !== 'touch') return touched;
    const reach = (REACH_PX / inner) * (span.to - span.from);
    const hasMarks = (index: number) => bucketMarks(model, index, hidden, context).length > 0;
    const nearest = nearestBucket(model.buckets, at, reach, hasMarks);
    return nearest < 0 ? touched : nearest;
  };
  const release = (event: PointerEvent) => {
    // Nothing was begun here, or it was given up.
    if (!brush.isBegun) return;
    if (brush.span === null) {
      const index = meantBy(event);
      setCursor(index);
      lead(index, event.clientY - event.currentTarget.getBoundingClientRect().top);
    }
    brush.zoom();
  };
  const press = (event: KeyboardEvent) => {
    if (cursor !== null && (event.key === 'Enter' || event.key === ' ')) {
      event.preventDefault();
      if (brush.span === null) return lead(cursor);
      setCursor(null);
      return brush.zoom();
    }
    const next = cursorAfter(event, cursor, model.buckets.length);
    const [from, to] = [model.buckets[cursor ?? next ?? 0], model.buckets[next ?? 0]];
    if (!event.shiftKey || next === null || !from || !to) brush.drop();
    else if (next !== cursor) brush.step(from.start, to.start);
    setCursor(next);
  };
  const says = () => {
    if (brush.span) {
      const [start, end] = brush.span;
      return context.say('brushed', { time: bucketText({ start, end }, context.tz) });
    }
    if (cursor !== null) return tipText(model, context, cursor, hidden);
    return context.say(onZoom ? 'cursor_zoom_hint' : 'cursor_hint');
  };
  const pointed = opened ?? cursor;
  const bucket = pointed === null ? undefined : model.buckets[pointed];
  return (
    <div
      ref={part}
      role="slider"
      tabIndex={0}
      aria-label={toSummary(model, context)}
      aria-valuemin={0}
      aria-valuemax={Math.max(0, model.buckets.length - 1)}
      aria-valuenow={cursor ?? 0}
      aria-valuetext={says()}
      className="absolute inset-0 rounded-1 [touch-action:pan-y]"
      onKeyDown={press}
      onBlur={() => {
        brush.drop();
        setCursor(null);
      }}
      onPointerMove={(event) => {
        const at = timeAt(event);
        setCursor(bucketIndex(model.buckets, at));
        brush.extend(at);
      }}
      // A finger leaves at once: what it showed stays until something else is touched.
      onPointerLeave={(event) => (brush.isBegun || event.pointerType === 'touch' ? undefined : setCursor(null))}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        brush.begin(timeAt(event), event.pointerType === 'touch' ? REACH_PX : DRAG_PX);
      }}
      onPointerUp={release}
      onPointerCancel={() => {
        brush.drop();
        setCursor(null);
      }}
    >
      {runs(model.buckets).map((run) => (
        <i
          key={run.start}
          className={`${HATCH} pointer-events-none absolute`}
          style={{ left: xOf(run.start), width: xOf(run.end) - xOf(run.start), top: plot.top, bottom: plot.bottom }}
        />
      ))}
      {brush.span ? (
        <i
          className="pointer-events-none absolute border-accent border-x bg-accent-soft opacity-50"
          style={{
            left: xOf(brush.span[0]),
            width: xOf(brush.span[1]) - xOf(brush.span[0]),
            top: plot.top,
            bottom: plot.bottom,
          }}
        />
      ) : null}
      {bucket && pointed !== null ? (
        <>
          <i
            className="pointer-events-none absolute border-(--chart-pointer) border-l border-dashed"
            style={{ left: Math.round(xOf((bucket.start + bucket.end) / 2)), top: plot.top, bottom: plot.bottom }}
          />
          {opened === null ? (
            <div
              className="float pointer-events-none absolute z-10 rounded-2! px-3 py-2 text-12 leading-[18px]"
              style={{
                ...tipPlace(xOf((bucket.start + bucket.end) / 2), width, peakX(model, xOf)),
                top: Math.min(plot.top, height),
              }}
            >
              <TooltipPanel model={model} context={context} index={pointed} hidden={hidden} />
            </div>
          ) : null}
        </>
      ) : null}
    </div>
  );
}

/** The series with the most in a bucket. */
function largestAt(model: TimeModel, index: number, hidden: ReadonlySet<string>): string | undefined {
  const shown = model.series.filter((s) => !s.isPrevious && !hidden.has(s.key));
  return shown.toSorted((a, b) => (b.values[index] ?? 0) - (a.values[index] ?? 0))[0]?.key;
}

const spanOf = (buckets: readonly Bucket[]) => ({ from: buckets[0]?.start ?? 0, to: buckets.at(-1)?.end ?? 1 });

/** Neighbouring hatched buckets in one piece, or the stripes would not line up. */
function runs(buckets: readonly Bucket[]): { start: number; end: number }[] {
  const found: { start: number; end: number }[] = [];
  for (const bucket of buckets) {
    if (!bucket.isHatched) continue;
    const last = found.at(-1);
    if (last?.end === bucket.start) last.end = bucket.end;
    else found.push({ start: bucket.start, end: bucket.end });
  }
  return found;
}

function peakX(model: TimeModel, xOf: (at: number) => number): number {
  const sums = model.buckets.map((_, i) => model.series.reduce((sum, s) => sum + (s.values[i] ?? 0), 0));
  return xOf(model.buckets[sums.indexOf(Math.max(...sums))]?.start ?? 0);
}

/** Beside the pointer, on the side where the peak is not, unless there is no room. */
function tipPlace(x: number, width: number, peak: number): { left: number; width: number } {
  const gap = 12;
  const fitsRight = x + gap + TIP_WIDTH <= width;
  const fitsLeft = x - gap - TIP_WIDTH >= 0;
  const isRight = fitsRight && (peak <= x || !fitsLeft);
  const left = isRight || !fitsLeft ? x + gap : x - gap - TIP_WIDTH;
  return { left: Math.max(0, Math.min(left, width - TIP_WIDTH)), width: Math.min(TIP_WIDTH, width) };
}
