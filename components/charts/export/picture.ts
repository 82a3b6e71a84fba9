import { countText } from '../format/format';
import { rangeText } from '../format/time-format';
import { partEntries, rankEntries } from '../output/entry';
import type { ChartTheme } from '../output/theme';
import { plotOf } from '../output/time-option';
import type { ChartContext, ChartModel, PartsModel, TimeModel } from '../prepare/model';
import { cardsIn, cardsOf, widthOfCards } from './cards';
import { gridOf } from './grid';
import { rowsOf } from './rows';
import { type Box, fitted, legendOf, movedBy, type Part, type Shape, type WidthOf } from './shape';

const HEAD = 48;
const PAD = 16;
const WIDTH = 960;
const COURSE = 300;
const RING = 200;
const ROWS = 560;
const TABLE = 1280;
/** More than anybody reads in a picture; the table and CSV have every row. */
const MOST = 50;

export type Picture = { model: ChartModel; context: ChartContext; theme: ChartTheme };

/** What the chart library draws of a picture. */
export type Drawn = { model: TimeModel | PartsModel; box: Omit<Box, 'token'> };

/** A picture laid out: its size in CSS px, and what is where. */
export type Sheet = { width: number; height: number; shapes: Shape[]; drawn?: Drawn };

/** Title, window, the chart and its legend. */
export function sheetOf({ model, context }: Picture, widthOf: WidthOf): Sheet {
  const body = bodyOf(model, context, widthOf);
  const { window, tz } = context;
  const subtitle = window ? rangeText(window.stime, window.etime, tz) : '';
  const top = HEAD + PAD;
  const title = fitted(model.title, WIDTH, 14, widthOf, 600);
  const width = Math.max(body.width, widthOf(title, 14, 600), widthOf(subtitle, 11));
  const legend = legendOf(named(model), width, widthOf);
  const more = context.say('more_entries', { n: body.more, text: countText(body.more, context.locale) });
  const note: Shape[] = body.more > 0 ? [{ x: PAD, y: 18, text: more, size: 12, token: 'text-3' }] : [];
  const below = top + body.height + (legend.height > 0 ? 8 : 0);
  const end = below + legend.height;
  return {
    width: Math.ceil(width) + PAD * 2,
    height: end + (note.length > 0 ? 26 : 0) + PAD,
    shapes: [
      { x: PAD, y: PAD + 12, text: title, size: 14, weight: 600, token: 'text' },
      { x: PAD, y: PAD + 30, text: subtitle, size: 11, token: 'chart-label' },
      ...movedBy(body.shapes, PAD, top),
      ...movedBy(legend.shapes, PAD, below),
      ...movedBy(note, 0, end),
    ],
    drawn: body.drawn && { ...body.drawn, box: { ...body.drawn.box, x: PAD, y: top } },
  };
}

/** What squares stand for; a ring has its names beside it. */
function named(model: ChartModel): readonly { label: string; token: string }[] {
  if (model.kind === 'time') return model.series;
  return model.kind === 'parts' ? model.legend : [];
}

type Body = Part & { width: number; more: number; drawn?: Drawn };

function bodyOf(model: ChartModel, context: ChartContext, widthOf: WidthOf): Body {
  const first = <T>(all: readonly T[]) => ({ drawn: all.slice(0, MOST), more: Math.max(0, all.length - MOST) });
  switch (model.kind) {
    case 'time': {
      const box = { x: 0, y: 0, width: WIDTH, height: COURSE };
      return { shapes: [], height: COURSE, width: WIDTH, more: 0, drawn: { model, box } };
    }
    case 'parts': {
      const entryOf = partEntries(model, context);
      if (model.shape === 'donut') return ringOf(model, entryOf, widthOf);
      const { drawn, more } = first(model.parts);
      return { ...rowsOf(drawn.map(entryOf), ROWS, widthOf), width: ROWS, more };
    }
    case 'rank':
    case 'geo': {
      const entryOf = rankEntries(model, context);
      const { drawn, more } = first(model.items);
      const rows = drawn.map((item) => ({
        ...entryOf(item),
        ...(model.kind === 'geo' ? { square: item.token, code: item.code ?? '—' } : {}),
      }));
      return { ...rowsOf(rows, ROWS, widthOf), width: ROWS, more };
    }
    case 'kpi': {
      const { drawn, more } = first(model.cards);
      const width = widthOfCards(Math.min(drawn.length, cardsIn(WIDTH)));
      return { ...cardsOf(drawn, width, context, widthOf), width, more };
    }
    case 'table': {
      const more = Math.max(0, model.table.rows.length - MOST);
      return { ...gridOf(model.table, MOST, TABLE, widthOf), more };
    }
  }
}

/** A ring with its parts beside it. */
function ringOf(model: PartsModel, entryOf: ReturnType<typeof partEntries>, widthOf: WidthOf): Body {
  const rows = model.parts.map((part) => ({ ...entryOf(part), bars: [], square: part.token }));
  const list = rowsOf(rows, ROWS - RING - 24, widthOf);
  const height = Math.max(RING, list.height);
  const box = { x: 0, y: 0, width: RING, height: RING };
  const shapes = movedBy(list.shapes, RING + 24, (height - list.height) / 2);
  return { shapes, height, width: ROWS, more: 0, drawn: { model, box } };
}

/** Where open and partial buckets are striped; on the page the stripes are laid over the drawing. */
export function hatches({ model, box }: Drawn, { context, theme }: Picture): Omit<Box, 'token'>[] {
  if (model.kind !== 'time') return [];
  const { width, height } = box;
  const plot = plotOf(model, context, { theme, width, height, hidden: new Set() });
  const from = model.buckets[0]?.start ?? 0;
  const span = (model.buckets.at(-1)?.end ?? 1) - from;
  const x = (at: number) => box.x + plot.left + ((at - from) / span) * (width - plot.left - plot.right);
  return model.buckets
    .filter((bucket) => bucket.isHatched)
    .map(({ start, end }) => ({
      x: x(start),
      y: box.y + plot.top,
      width: x(end) - x(start),
      height: height - plot.top - plot.bottom,
    }));
}
