import { fmt } from '../format/format';
import type { ChartContext, Figure, KpiCard } from '../prepare/model';
import { fitted, movedBy, type Part, type Shape, type WidthOf } from './shape';

const TONES = { neutral: 'text-2', good: 'approved-fg', bad: 'blocked-fg' } as const;
const CARD = { width: 200, gap: 24 };
const HEAD = 68;
const SPARK = 26;
const LINE = 18;

export const cardsIn = (width: number): number => Math.max(1, Math.floor((width + CARD.gap) / (CARD.width + CARD.gap)));
export const widthOfCards = (count: number): number => count * (CARD.width + CARD.gap) - CARD.gap;

/** Headline figures side by side: label, figure, its change, its course or the figures that belong to it. */
export function cardsOf(cards: readonly KpiCard[], width: number, context: ChartContext, widthOf: WidthOf): Part {
  const across = cardsIn(width);
  const tall = Math.max(
    ...cards.map((card) => HEAD + (card.spark.length > 0 ? 8 + SPARK : card.secondary.length * LINE)),
  );
  const shapes = cards.flatMap((card, i) => {
    const [x, y] = [(i % across) * (CARD.width + CARD.gap), Math.floor(i / across) * (tall + CARD.gap)];
    return movedBy(cardOf(card, context, widthOf), x, y);
  });
  const lines = Math.ceil(cards.length / across);
  return { shapes, height: lines * (tall + CARD.gap) - CARD.gap };
}

function cardOf(card: KpiCard, context: ChartContext, widthOf: WidthOf): Shape[] {
  const { value, unit } = fmt(card.measure, context.locale, context.say).parts(card.value);
  const cut = (text: string, size: number) => fitted(text, CARD.width, size, widthOf);
  const beside = ({ measure, label, value: own }: Figure) =>
    `${label} ${fmt(measure, context.locale, context.say).short(own)}`;
  const line = (figure: Figure, i: number): Shape => {
    return { x: 0, y: HEAD + i * LINE + 14, text: cut(beside(figure), 12), size: 12, token: 'text-3' };
  };
  return [
    { x: 0, y: 12, text: cut(card.label, 12), size: 12, token: 'text-2' },
    { x: 0, y: 42, text: value, size: 28, weight: 600, token: 'text' },
    ...(unit ? [{ x: widthOf(value, 28, 600) + 4, y: 42, text: unit, size: 14, token: 'text-2' }] : []),
    ...(card.delta ? [{ x: 0, y: 62, text: cut(card.delta.text, 12), size: 12, token: TONES[card.delta.tone] }] : []),
    ...(card.spark.length > 0 ? sparkOf(card) : card.secondary.map(line)),
  ];
}

function sparkOf({ spark, token }: KpiCard): Shape[] {
  const most = Math.max(0, ...spark.map((value) => value ?? 0)) || 1;
  const step = CARD.width / spark.length;
  return spark.flatMap((value, i) => {
    const height = (Math.max(0, value ?? 0) / most) * SPARK;
    return height > 0 ? [{ x: i * step, y: HEAD + 8 + SPARK - height, width: step, height, token }] : [];
  });
}
