import type { TableData } from '../prepare/model';
import { fitted, type Part, type Shape, type WidthOf } from './shape';

const LINE = 28;
const GAP = 16;
const SQUARE = 14;
const LEAST = 72;

/** Widths that fill no more than there is: the widest of those that may be cut give way first. */
export function widthsWithin(wanted: readonly { width: number; isWhole: boolean }[], room: number): number[] {
  let cap = Math.max(LEAST, ...wanted.map(({ width }) => width));
  const widths = () => wanted.map(({ width, isWhole }) => (isWhole ? width : Math.min(width, cap)));
  const sum = () => widths().reduce((all, width) => all + width, 0);
  while (cap > LEAST && sum() > room) cap -= 4;
  return widths();
}

/** A table's first rows with their head; what only details show is left out. */
export function gridOf(table: TableData, most: number, room: number, widthOf: WidthOf): Part & { width: number } {
  const columns = table.columns.map((column, index) => ({ column, index })).filter(({ column }) => !column.extra);
  const rows = table.rows.slice(0, most);
  const cells = columns.map(({ column, index }) => rows.map((row) => column.text(row[index])));
  const tokens = columns.map(({ column, index }) => rows.map((row) => column.token?.(row[index])));
  const wanted = columns.map(({ column }, i) => {
    const square = tokens[i]?.some(Boolean) ? SQUARE : 0;
    const width = Math.max(widthOf(column.label, 12), ...(cells[i] ?? []).map((text) => widthOf(text, 12) + square));
    return { width, isWhole: column.numeric || column.isTime === true || column.isWord === true };
  });
  const widths = widthsWithin(wanted, room - GAP * (columns.length - 1));
  const shapes: Shape[] = [];
  let x = 0;
  columns.forEach(({ column }, i) => {
    const width = widths[i] ?? 0;
    const put = (text: string, line: number, token: string, square?: string) => {
      const y = line * LINE + 18;
      const indent = square ? SQUARE : 0;
      if (square) shapes.push({ x, y: y - 8, width: 8, height: 8, token: square });
      const at = column.numeric ? { x: x + width, isRight: true } : { x: x + indent };
      shapes.push({ ...at, y, text: fitted(text, width - indent, 12, widthOf), size: 12, token });
    };
    put(column.label, 0, 'text-3');
    for (const [line, text] of (cells[i] ?? []).entries()) put(text, line + 1, 'text', tokens[i]?.[line]);
    x += width + GAP;
  });
  const width = Math.max(0, x - GAP);
  const lines = rows.map((_, i) => ({ x: 0, y: (i + 1) * LINE, width, height: 1, token: 'line' }));
  return { shapes: [...lines, ...shapes], height: (rows.length + 1) * LINE, width };
}
