import type { Entry } from '../output/entry';
import { fitted, movedBy, type Part, type Shape, type WidthOf } from './shape';

const LINE = 28;
const GAP = 12;
const CODE = 40;

/** An entry with what stands before its name. */
export type Row = Entry & { square?: string; code?: string };

type Room = { width: number; value: number; share: number; extras: readonly number[]; widthOf: WidthOf };

/** Entries below each other: name, figures in columns, and their bars. */
export function rowsOf(rows: readonly Row[], width: number, widthOf: WidthOf): Part {
  const most = (texts: readonly (string | undefined)[], weight?: number) =>
    Math.max(0, ...texts.map((text) => (text ? widthOf(text, 12, weight) + GAP : 0)));
  const room: Room = {
    width,
    widthOf,
    value: most(
      rows.map((row) => row.value),
      500,
    ),
    share: most(rows.map((row) => row.share)),
    extras: (rows[0]?.extras ?? []).map((_, i) => most(rows.map((row) => beside(row, i)))),
  };
  const shapes: Shape[] = [];
  let height = 0;
  for (const row of rows) {
    const part = rowOf(row, room);
    shapes.push(...movedBy(part.shapes, 0, height));
    height += part.height;
  }
  return { shapes, height };
}

function beside(row: Row, i: number): string | undefined {
  const extra = row.extras?.[i];
  return extra && `${extra.label} ${extra.text}`;
}

function rowOf(row: Row, room: Room): Part {
  const { widthOf } = room;
  const shapes: Shape[] = [];
  const y = 18;
  let right = room.width;
  const column = (text: string | undefined, width: number, token: string, weight?: number) => {
    if (text) shapes.push({ x: right, y, text, size: 12, token, weight, isRight: true });
    right -= width;
  };
  column(row.share, room.share, 'text-3');
  column(row.value, room.value, 'text', 500);
  for (const i of room.extras.keys()) column(beside(row, i), room.extras[i] ?? 0, 'text-3');
  let left = 0;
  if (row.square) {
    shapes.push({ x: left, y: y - 9, width: 10, height: 10, token: row.square });
    left += 18;
  }
  if (row.code) {
    shapes.push({ x: left, y, text: row.code, size: 12, token: 'text-3' });
    left += CODE - 18;
  }
  const [name = '', second] = row.lines;
  const main = fitted(name, right - left - (second ? widthOf(second, 12) + GAP : 0), 12, widthOf);
  shapes.push({ x: left, y, text: main, size: 12, token: 'text' });
  if (second) shapes.push({ x: left + widthOf(main, 12) + 8, y, text: second, size: 12, token: 'text-3' });
  const bars = barsOf(row, room);
  shapes.push(...movedBy(bars.shapes, 0, LINE - 2));
  return { shapes, height: LINE + bars.height };
}

function barsOf({ bars, isStacked }: Row, { width, widthOf }: Room): Part {
  const bar = (x: number, y: number, height: number, all: number, share: number, token: string): Shape[] => [
    { x, y, width: all, height, token: 'chart-split' },
    { x, y, width: (all * share) / 100, height, token },
  ];
  if (isStacked) {
    let x = 0;
    const pieces = bars.flatMap(({ width: share, token }) => {
      const piece = { x, y: 0, width: Math.max(0, (width * share) / 100 - 1), height: 8, token };
      x += (width * share) / 100;
      return share > 0 ? [piece] : [];
    });
    return { shapes: [{ x: 0, y: 0, width, height: 8, token: 'chart-split' }, ...pieces], height: 14 };
  }
  const figures = Math.max(0, ...bars.map(({ figure }) => (figure ? widthOf(figure, 12) + 8 : 0)));
  const step = figures > 0 ? 16 : 6;
  const shapes = bars.flatMap(({ width: share, token, figure }, i) => [
    ...bar(0, i * step, 3, width - figures, share, token),
    ...(figure ? [{ x: width, y: i * step + 6, text: figure, size: 12, token: 'text', isRight: true }] : []),
  ]);
  return { shapes, height: bars.length * step };
}
