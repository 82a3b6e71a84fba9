import { hue, OTHER, valueToken } from '../canvas/colour';
import type { RenderHint } from '../result/contract';
import type { Normal } from '../result/normalise';
import type { ChartContext, ModelBase, TableData } from './model';

/** What every model carries beside its own drawing. */
export function base(normal: Normal, hint: RenderHint, context: ChartContext, table: TableData): ModelBase {
  return {
    chart_key: normal.chart_key,
    hint,
    title: context.names.title,
    empty: normal.current.length === 0 ? 'no_rows' : null,
    partial: normal.isPartial,
    measures: normal.measures,
    warnings: normal.warnings,
    table,
  };
}

/** Colour of a category combination: its own value's with one dimension, a stable hue of the whole with several. */
export function groupToken(normal: Normal, values: readonly (string | null)[], categories = normal.categories): string {
  const [only] = categories;
  if (!only) return hue(0);
  const value = values[0] ?? null;
  if (categories.length === 1) return valueToken(only, value, normal.declared.get(only.name));
  if (values.every((v) => v === null)) return OTHER;
  return valueToken({ name: '', type: 'string' }, values.map((v) => v ?? '').join(' / '));
}
