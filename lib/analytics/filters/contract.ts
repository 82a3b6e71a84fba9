import { z } from 'zod';
import { asWritten } from '@/lib/api/words';
import { ACTIONS, ATTACK_CLASSES, CACHE_STATUSES, STATUS_CLASSES, UA_CLASSES } from '../events/vocabulary';

type FilterDimension = { type: 'enum'; values: readonly string[] } | { type: 'string' | 'geo' | 'integer' };

/**
 * What events can be filtered by: the one list for every chart and for the list of events. A dimension is a column of
 * table events unless the compiler knows better. The empty text is a value: no attack, no known country.
 */
export const FILTER_DIMENSIONS = {
  action: { type: 'enum', values: ACTIONS },
  attack_class: { type: 'enum', values: [...ATTACK_CLASSES, ''] },
  status_class: { type: 'enum', values: STATUS_CLASSES },
  origin_status_class: { type: 'enum', values: STATUS_CLASSES },
  cache_status: { type: 'enum', values: CACHE_STATUSES },
  ua_class: { type: 'enum', values: UA_CLASSES },
  country: { type: 'geo' },
  client_ip: { type: 'string' },
  host: { type: 'string' },
  path: { type: 'string' },
  method: { type: 'string' },
  ua_name: { type: 'string' },
  request_id: { type: 'string' },
  status: { type: 'integer' },
  asn: { type: 'integer' },
  rule_id: { type: 'integer' },
  /** Whatever rule matched, be it the one that decided or another. */
  matched_rule: { type: 'integer' },
  /** A black list that refused the request, by its id. */
  matched_list: { type: 'integer' },
} as const satisfies Readonly<Record<string, FilterDimension>>;

export type FilterDimensionName = keyof typeof FILTER_DIMENSIONS;

export const FILTER_DIMENSION_NAMES = Object.keys(FILTER_DIMENSIONS) as FilterDimensionName[];

export const isFilterDimension = (name: string): name is FilterDimensionName => Object.hasOwn(FILTER_DIMENSIONS, name);

/** Enough for every value of an enum, and for what somebody picks by hand. */
export const MAX_FILTER_VALUES = 20;
export const MAX_FILTERS = 20;
/** The longest value an event can have (a path). */
const MAX_VALUE = 1024;
const INTEGER = /^\d{1,10}$/;

const filterValues = z.array(z.string().max(MAX_VALUE)).min(1).max(MAX_FILTER_VALUES);

/** Refuses values that the dimension cannot have. */
function checkValues(
  dimension: FilterDimensionName,
  values: readonly string[],
  field: string,
  context: z.core.$RefinementCtx,
): void {
  const known: FilterDimension = FILTER_DIMENSIONS[dimension];
  for (const [i, value] of values.entries()) {
    const path = [field, i];
    if (known.type === 'enum' && !known.values.includes(value)) {
      context.addIssue({ code: 'invalid_value', values: [...known.values], input: value, path });
    }
    if (known.type === 'integer' && !INTEGER.test(value)) {
      context.addIssue({ code: 'custom', params: { key: 'invalid_format' }, input: value, path });
    }
  }
}

/** Whether events of these values count (`in`) or all others (`not_in`). Several filters hold together. */
export const chartFilter = z
  .object({
    dimension: asWritten(z.enum(FILTER_DIMENSION_NAMES)),
    op: asWritten(z.enum(['in', 'not_in'])).default('in'),
    values: filterValues,
  })
  .superRefine(({ dimension, values }, context) => checkValues(dimension, values, 'values', context));
export type ChartFilter = z.output<typeof chartFilter>;

/** Filters by columns of table events alone, which a declared chart can have. */
const DERIVED_NAMES: readonly string[] = ['origin_status_class', 'matched_rule', 'matched_list'];
const COLUMN_NAMES = FILTER_DIMENSION_NAMES.filter((name) => !DERIVED_NAMES.includes(name));

/** A filter as charts declare it: `{ column, in }`. */
export const declaredFilter = z
  .strictObject({ column: asWritten(z.enum(COLUMN_NAMES)), in: filterValues })
  .superRefine(({ column, in: values }, context) => checkValues(column, values, 'in', context));

export const chartFilters = z.array(chartFilter).max(MAX_FILTERS);

const MOST_TEXT = 4096;
const escaped = (value: string) => value.replace(/[%;|]/g, encodeURIComponent);

function unescaped(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

/** Filters as one line for an address: `action:block|limit;country!:US`; `%`, `;` and `|` in a value are escaped. */
export function filterText(filters: readonly ChartFilter[]): string {
  return filters.map((f) => `${f.dimension}${f.op === 'in' ? '' : '!'}:${f.values.map(escaped).join('|')}`).join(';');
}

/** What `filterText` writes, not checked yet. */
function rawFilters(text: string): unknown[] {
  return text.split(';').map((part) => {
    const at = part.indexOf(':');
    const name = at < 0 ? part : part.slice(0, at);
    const isNot = name.endsWith('!');
    return {
      dimension: isNot ? name.slice(0, -1) : name,
      op: isNot ? 'not_in' : 'in',
      values:
        at < 0
          ? []
          : part
              .slice(at + 1)
              .split('|')
              .map(unescaped),
    };
  });
}

/** The query parameter `filter`: the notation of `filterText`. */
export const queryFilters = z.string().max(MOST_TEXT).transform(rawFilters).pipe(chartFilters);

/** The filters an address holds; none when it cannot be read. */
export function filtersIn(text: string | null): ChartFilter[] {
  const parsed = text === null ? undefined : queryFilters.safeParse(text);
  return parsed?.success ? parsed.data : [];
}
