import { cutMiddle } from '../result/labels';

/** What a picture is made of, in CSS px from its corner; colours are tokens of the theme. */
export type Box = { x: number; y: number; width: number; height: number; token: string };
export type Words = {
  /** Where the words begin, or end with `isRight`, on their baseline. */
  x: number;
  y: number;
  text: string;
  size: number;
  token: string;
  weight?: number;
  isRight?: boolean;
};
export type Shape = Box | Words;

export const isWords = (shape: Shape): shape is Words => 'text' in shape;

/** Px that words take. */
export type WidthOf = (text: string, size: number, weight?: number) => number;

/** Shapes from the corner of their own, and the px they take downwards. */
export type Part = { shapes: Shape[]; height: number };

export const movedBy = (shapes: readonly Shape[], x: number, y: number): Shape[] =>
  shapes.map((shape) => ({ ...shape, x: shape.x + x, y: shape.y + y }));

/** The words cut in their middle until they fit. */
export function fitted(text: string, width: number, size: number, widthOf: WidthOf, weight = 400): string {
  const all = widthOf(text, size, weight);
  if (all <= width) return text;
  let most = Math.max(1, Math.floor(([...text].length * width) / all));
  while (most > 1 && widthOf(cutMiddle(text, most), size, weight) > width) most--;
  return cutMiddle(text, most);
}

/** Squares with their names, in as many lines as they need. */
export function legendOf(entries: readonly { label: string; token: string }[], width: number, widthOf: WidthOf): Part {
  const shapes: Shape[] = [];
  let [x, line] = [0, 0];
  for (const { label, token } of entries) {
    const text = fitted(label, width - 14, 12, widthOf);
    const taken = 14 + widthOf(text, 12);
    if (x > 0 && x + taken > width) [x, line] = [0, line + 1];
    const y = line * 20 + 14;
    shapes.push({ x, y: y - 8, width: 8, height: 8, token }, { x: x + 14, y, text, size: 12, token: 'text-2' });
    x += taken + 16;
  }
  return { shapes, height: entries.length === 0 ? 0 : (line + 1) * 20 };
}
