import { RENDER_HINTS } from '@/lib/analytics/charts/drawable';
import { declaredFilter, FILTER_DIMENSIONS } from '@/lib/analytics/filters/contract';
import { Declaration } from '@/lib/analytics/trial/contract';
import { FIGURES, TRIAL_DIMENSIONS, TRIAL_SUMS } from '@/lib/analytics/trial/vocabulary';
import type { Path, Words } from './vocabulary';

/** Whether a path is one of a list below `list`, such as an entry of `where`. */
const isIn = (path: Path, list: string, rest: number) =>
  path.at(-rest - 1) === list && typeof path.at(-rest) === 'number';

function at(document: unknown, path: Path): unknown {
  return path.reduce<unknown>((value, key) => (value as Record<string | number, unknown> | undefined)?.[key], document);
}

const FILTER_LISTS = ['filters', 'where', 'share'];

function valuesOf(document: unknown, path: Path): readonly string[] {
  const filter = path.slice(0, -2);
  const column = at(document, [...filter, 'column']);
  const known = Object.entries(FILTER_DIMENSIONS).find(([name]) => name === column)?.[1];
  return known && 'values' in known ? known.values : [];
}

/** The words of a declaration on trial. */
export const declarationWords: Words = (place, path, document) => {
  if (place === 'name') {
    if (path.length === 0) return Object.keys(Declaration.shape);
    if (FILTER_LISTS.some((list) => isIn(path, list, 1))) return Object.keys(declaredFilter.shape);
    return isIn(path, 'measures', 1) ? ['name', 'sum', 'where', 'share'] : [];
  }
  const last = path.at(-1);
  if (path.length === 1 && last === 'render_hint') return RENDER_HINTS;
  if (path.length === 1 && last === 'order') return ['desc', 'asc'];
  if (isIn(path, 'dimensions', 1)) return TRIAL_DIMENSIONS;
  if (path.length === 2 && isIn(path, 'measures', 1)) return FIGURES;
  if (last === 'sum') return TRIAL_SUMS;
  if (last === 'column') return declaredFilter.shape.column.options;
  return isIn(path, 'in', 1) ? valuesOf(document, path) : [];
};
