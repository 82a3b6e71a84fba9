import type { z } from 'zod';
import {
  type BatchChartResult,
  batchChartResult,
  type Cell,
  type Dimension,
  FORBIDDEN_KEYS,
  type Measure,
  RENDER_HINTS,
  RESULT_KEYS,
} from './drawable';
import { UNITS } from './vocabulary';

export type ProblemCode =
  | 'not_an_object'
  | 'missing_key'
  | 'forbidden_key'
  | 'extra_key'
  | 'measures_min'
  | 'enum_values'
  | 'timestamp_unit'
  | 'shape'
  | 'row_key'
  | 'cell_type'
  | 'unknown_hint'
  | 'undeclared_value'
  | 'percent_scale'
  | 'duplicate_rows'
  | 'percentile_window'
  | 'forbidden_name'
  | 'percent_unit'
  | 'iec_unit'
  | 'unknown_unit'
  | 'time_scale'
  | 'duplicate_name';

/** One finding of the contract check. `path` leads into the result; errors refuse the chart, warnings do not. */
export type Problem = {
  level: 'error' | 'warning';
  code: ProblemCode;
  path: (string | number)[];
  values: Record<string, string>;
};

const MOST = 50;

/**
 * Checks a result against spec 2.14 before anything is drawn: the chart library would turn "7" into 7 in silence.
 * Answers the result (null when an error refuses it; an unknown hint becomes `table`) and every finding.
 */
export function validate(raw: unknown): { result: BatchChartResult | null; problems: Problem[] } {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) {
    return { result: null, problems: [problem('error', 'not_an_object', [])] };
  }
  const problems: Problem[] = topLevel(raw);
  const known = withKnownHint(raw as Record<string, unknown>, problems);
  const parsed = batchChartResult.safeParse(known);
  if (!parsed.success) {
    const found = parsed.error.issues.filter((issue) => issue.code !== 'unrecognized_keys').map(fromIssue);
    const fresh = found.filter((f) => !problems.some((p) => p.path.join('.') === f.path.join('.')));
    return { result: null, problems: [...problems, ...fresh].slice(0, MOST) };
  }
  problems.push(...checkRows(parsed.data), ...percentScale(parsed.data));
  const isRefused = problems.some((p) => p.level === 'error');
  return { result: isRefused ? null : parsed.data, problems: problems.slice(0, MOST) };
}

/** A window, in Unix ms. */
type Span = { stime: number; etime: number };

/**
 * All that `validate` finds, and what a chart could be drawn with but no answer should have: names, units and windows
 * against the contract (D4, D8, D10). Without a window the times of the rows are its least extent.
 */
export function lint(raw: unknown, window?: Span): Problem[] {
  const { result, problems } = validate(raw);
  if (!result) return problems;
  const { schema } = result;
  return [...problems, ...namingProblems(schema), ...unitProblems(schema), ...timeProblems(result, window)].slice(
    0,
    MOST,
  );
}

const DAY = 86_400_000;
/** Names of the contract's own mistakes: cache figures are `total_cache_*` (D8), handling is `process_*` (D10). */
const MISNAMED = ['handle_user', 'handle_time', 'risk_score', 'alert_status'];
const isPercentile = (name: string) => /^p\d\d$/.test(name);

type Schema = BatchChartResult['schema'];

/** What names have against the contract, or against one another. */
export function namingProblems({ dimensions, measures }: Schema): Problem[] {
  const names = [...dimensions, ...measures].map(({ name }) => name);
  return (['dimensions', 'measures'] as const).flatMap((list) =>
    (list === 'dimensions' ? dimensions : measures).flatMap(({ name }, i) => {
      const path = ['schema', list, i, 'name'];
      const isCache = list === 'measures' && name.includes('cache') && !name.startsWith('total_cache_');
      const isTwice = names.indexOf(name) !== (list === 'dimensions' ? i : dimensions.length + i);
      return [
        ...(isCache || MISNAMED.includes(name) ? [problem('error', 'forbidden_name', path, { name })] : []),
        ...(isTwice ? [problem('error', 'duplicate_name', path, { name })] : []),
      ];
    }),
  );
}

function unitProblems({ measures }: Schema): Problem[] {
  return measures.flatMap(({ name, type, unit, format }, i) => {
    const path = ['schema', 'measures', i, 'unit'];
    if (unit !== undefined && (type === 'percent') !== (unit === '%'))
      return [problem('error', 'percent_unit', path, { name })];
    if (format === 'iec' && unit !== 'bytes') return [problem('error', 'iec_unit', path, { name })];
    const isKnown = unit === undefined || unit === '' || (UNITS as readonly string[]).includes(unit);
    return isKnown ? [] : [problem('warning', 'unknown_unit', path, { unit, valid: UNITS.join(', ') })];
  });
}

/** Below this a time in ms would be in the year 1973: it is in seconds. */
const LEAST_MS = 1e11;

function timeProblems({ schema, rows }: BatchChartResult, window?: Span): Problem[] {
  const at = schema.dimensions.findIndex(({ type }) => type === 'timestamp');
  const time = schema.dimensions[at];
  const times = time
    ? rows.map((row) => row[time.name]).filter((cell): cell is number => typeof cell === 'number')
    : [];
  const [first, last] = times.reduce<[number, number]>(
    ([low, high], one) => [Math.min(low, one), Math.max(high, one)],
    [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  );
  const unitMs = time?.unit === 's' ? 1000 : 1;
  const isWrongScale = times.length > 0 && first >= 0 && (unitMs === 1 ? last < LEAST_MS : first >= LEAST_MS);
  const length = window ? window.etime - window.stime : (last - first) * unitMs;
  const percentile = schema.measures.findIndex(({ name }) => isPercentile(name));
  return [
    ...(isWrongScale
      ? [problem('warning', 'time_scale', ['schema', 'dimensions', at, 'unit'], { unit: time?.unit })]
      : []),
    ...(percentile >= 0 && length > DAY && rows.length > 0
      ? [problem('error', 'percentile_window', ['schema', 'measures', percentile, 'name'])]
      : []),
  ];
}

function problem(level: Problem['level'], code: ProblemCode, path: Problem['path'], values = {}): Problem {
  return { level, code, path, values };
}

function topLevel(raw: object): Problem[] {
  const keys = Object.keys(raw);
  const missing = RESULT_KEYS.filter((k) => !keys.includes(k));
  const extra = keys.filter((k) => !(RESULT_KEYS as readonly string[]).includes(k));
  return [
    ...missing.map((k) => problem('error', 'missing_key', [k], { key: k })),
    ...extra.map((k) => {
      const isForbidden = (FORBIDDEN_KEYS as readonly string[]).includes(k);
      return problem('error', isForbidden ? 'forbidden_key' : 'extra_key', [k], { key: k });
    }),
  ];
}

function withKnownHint(raw: Record<string, unknown>, problems: Problem[]) {
  const hint = raw.render_hint;
  const withMeta = { ...raw, meta: raw.meta ?? {} };
  if (typeof hint !== 'string' || (RENDER_HINTS as readonly string[]).includes(hint)) return withMeta;
  problems.push(problem('warning', 'unknown_hint', ['render_hint'], { hint }));
  return { ...withMeta, render_hint: 'table' };
}

function fromIssue(issue: z.core.$ZodIssue): Problem {
  const path = issue.path.filter((p): p is string | number => typeof p !== 'symbol');
  const named = issue.code === 'custom' ? (issue.params?.code as ProblemCode | undefined) : undefined;
  const isNoMeasure = issue.code === 'too_small' && path.join('.') === 'schema.measures';
  return problem('error', named ?? (isNoMeasure ? 'measures_min' : 'shape'), path, { message: issue.message });
}

function checkRows(result: BatchChartResult): Problem[] {
  const dimensions = new Map(result.schema.dimensions.map((d) => [d.name, d]));
  const measures = new Map(result.schema.measures.map((m) => [m.name, m]));
  const problems: Problem[] = [];
  result.rows.forEach((row, i) => {
    for (const [name, cell] of Object.entries(row)) {
      const dimension = dimensions.get(name);
      const measure = measures.get(name);
      if (!dimension && !measure) problems.push(problem('error', 'row_key', ['rows', i, name], { key: name }));
      else if (cell !== null) problems.push(...checkCell(['rows', i, name], cell, dimension, measure));
    }
  });
  return problems;
}

function checkCell(path: Problem['path'], cell: Cell, dimension?: Dimension, measure?: Measure): Problem[] {
  const expected = measure?.type ?? dimension?.type ?? 'string';
  const name = measure?.name ?? dimension?.name ?? '';
  if (!isOfType(cell, expected)) {
    return [problem('error', 'cell_type', path, { name, found: typeof cell, expected })];
  }
  if (dimension?.type === 'enum' && !dimension.values?.includes(String(cell))) {
    return [problem('warning', 'undeclared_value', path, { name, value: String(cell) })];
  }
  return [];
}

function isOfType(cell: Cell, type: Dimension['type'] | Measure['type']): boolean {
  if (type === 'integer' || type === 'timestamp') return Number.isInteger(cell);
  if (type === 'float' || type === 'percent') return Number.isFinite(cell);
  return typeof cell === 'string';
}

/** A percentage is 0-100; when every value is at most 1 the sender probably meant 0-1 (DESIGN 5, percent). */
function percentScale(result: BatchChartResult): Problem[] {
  return result.schema.measures
    .filter((m) => m.type === 'percent')
    .filter((m) => {
      const values = result.rows.map((r) => r[m.name]).filter((v): v is number => typeof v === 'number');
      return values.length > 1 && values.some((v) => v !== 0) && values.every((v) => Math.abs(v) <= 1);
    })
    .map((m) => problem('warning', 'percent_scale', ['schema', 'measures'], { name: m.name }));
}
