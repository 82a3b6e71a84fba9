import { measureToken } from '../canvas/colour';
import { fmt } from '../format/format';
import { isPercent, sumOf } from '../format/measure';
import type { Measure, Row } from '../result/contract';
import { valueLabel } from '../result/labels';
import { groupKey, type Normal, numberOf } from '../result/normalise';
import { leadOf } from './lead';
import type { ChartContext, RankItem } from './model';

/** The share of the whole, when the sender tells it: the listed rows are not the whole. */
const shareMeasure = (normal: Normal): Measure | undefined =>
  normal.measures.slice(1).find((m) => isPercent(m) && /share|ratio|percent/.test(m.name));

/** The rows in the server's order, ties included, with bar lengths against the largest. */
export function rankItems(normal: Normal, context: ChartContext): RankItem[] {
  const { first } = normal;
  const share = shareMeasure(normal);
  const extras = normal.measures.filter((m) => m !== first && m !== share);
  const most = Math.max(0, ...normal.current.map((row) => Math.abs(numberOf(row[first.name]) ?? 0)));
  const before = previousByKey(normal);
  return normal.current.map((row, i) => {
    const value = numberOf(row[first.name]);
    const key = groupKey(row, normal.categories);
    const values = normal.categories.map((d) => textOf(row[d.name]));
    return {
      key: `${i} ${key}`,
      lines: lines(normal, values, context),
      values,
      value,
      share: share ? numberOf(row[share.name]) : shareOf(value, context.whole),
      bar: most === 0 || value === null ? 0 : (Math.abs(value) / most) * 100,
      token: measureToken(first.name, 'chart-1'),
      lead: leadOf(normal, normal.categories, values),
      extras: extras.map((m) => ({ label: context.names.measure(m.name), text: beside(m, row, context) })),
      previous: before ? (before.get(key) ?? null) : undefined,
    };
  });
}

/** A figure beside the one that ranks: bytes and times in the unit that suits them, anything else exact. */
function beside(measure: Measure, row: Row, { locale, say }: ChartContext): string {
  const format = fmt(measure, locale, say);
  const value = numberOf(row[measure.name]);
  return measure.format === 'iec' || measure.unit === 'ms' ? format.short(value) : format.exact(value);
}

const shareOf = (value: number | null, whole: number | null | undefined) =>
  value === null || !whole || whole < value ? null : (value / whole) * 100;

const textOf = (cell: Row[string] | undefined) => (cell === null || cell === undefined ? null : String(cell));

function lines(normal: Normal, values: readonly (string | null)[], context: ChartContext): string[] {
  if (normal.categories.length === 0) return [context.names.title];
  const [main = '', ...rest] = normal.categories.map((d, i) => valueLabel(d, values[i] ?? null, context));
  return rest.length === 0 ? [main] : [main, rest.join(' / ')];
}

function previousByKey(normal: Normal): Map<string, number | null> | null {
  if (!normal.previous) return null;
  return new Map(normal.previous.map((r) => [groupKey(r, normal.categories), numberOf(r[normal.first.name])]));
}

export const rankTotal = (items: readonly RankItem[]) => sumOf(items.map((i) => i.value));
