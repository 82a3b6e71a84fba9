import { chartDimension, chartMeasure, chartMeta } from '@/lib/analytics/charts/contract';
import { RENDER_HINTS, RESULT_KEYS } from '@/lib/analytics/charts/drawable';
import { UNITS } from '@/lib/analytics/charts/vocabulary';

/** A place in a document: keys and positions from its top. */
export type Path = readonly (string | number)[];

/** What may be written at a place: the name of a field of the object there, or the value of the field there. */
export type Words = (place: 'name' | 'value', path: Path, document: unknown) => readonly string[];

/** A place with every position as `*`, such as `schema.dimensions.*.type`. */
const patternOf = (path: Path) => path.map((key) => (typeof key === 'number' ? '*' : key)).join('.');

const NAMES: Readonly<Record<string, readonly string[]>> = {
  '': RESULT_KEYS,
  schema: ['dimensions', 'measures'],
  'schema.dimensions.*': Object.keys(chartDimension.shape),
  'schema.measures.*': Object.keys(chartMeasure.shape),
  meta: Object.keys(chartMeta.shape),
};

const VALUES: Readonly<Record<string, readonly string[]>> = {
  render_hint: RENDER_HINTS,
  'schema.dimensions.*.type': chartDimension.shape.type.options,
  'schema.dimensions.*.unit': chartDimension.shape.unit.unwrap().options,
  'schema.measures.*.type': chartMeasure.shape.type.options,
  'schema.measures.*.unit': UNITS,
  'schema.measures.*.format': chartMeasure.shape.format.options,
};

type Named = { name?: unknown; values?: unknown };

/** Dimensions and measures of a document that may be anything. */
function columnsOf(document: unknown): Named[] {
  const schema = (document as { schema?: { dimensions?: unknown; measures?: unknown } } | null | undefined)?.schema;
  return [schema?.dimensions, schema?.measures].flatMap((list): Named[] =>
    Array.isArray(list) ? list.filter((one) => typeof one === 'object' && one !== null) : [],
  );
}

const textsIn = (values: unknown): string[] =>
  Array.isArray(values) ? values.filter((value) => typeof value === 'string') : [];

/** The words of a BatchChartResult; those of a row are what its own schema names. */
export const resultWords: Words = (place, path, document) => {
  const pattern = patternOf(path);
  if (place === 'name') {
    return pattern === 'rows.*' ? textsIn(columnsOf(document).map(({ name }) => name)) : (NAMES[pattern] ?? []);
  }
  if (path.length === 3 && path[0] === 'rows') {
    return textsIn(columnsOf(document).find(({ name }) => name === path[2])?.values);
  }
  return VALUES[pattern] ?? [];
};
