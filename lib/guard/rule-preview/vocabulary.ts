import {
  type ChartFilter,
  chartFilter,
  type FilterDimensionName,
  isFilterDimension,
  MAX_FILTERS,
} from '@/lib/analytics/filters/contract';
import { type Match, ruleFields } from '@/lib/guard/rules/contract';
import {
  FIELD_NAMES,
  type FieldName,
  isList,
  listed,
  MATCH_FIELDS,
  type Operator,
  plainly,
} from '@/lib/guard/rules/vocabulary';

/** Fields that events can be filtered by, value for value: those that are one column which filters know. */
const PAIRS = FIELD_NAMES.flatMap((field): [FieldName, FilterDimensionName][] => {
  const [column, ...others] = MATCH_FIELDS[field].columns;
  return column !== undefined && others.length === 0 && isFilterDimension(column) ? [[field, column]] : [];
});
const DIMENSIONS: ReadonlyMap<string, FilterDimensionName> = new Map(PAIRS);
const FIELDS: ReadonlyMap<FilterDimensionName, FieldName> = new Map(PAIRS.map(([field, column]) => [column, field]));

function filterOf({ field, op, data }: Match): ChartFilter | undefined {
  const plain = plainly(op);
  if (plain.op !== 'eq' && plain.op !== 'in') return undefined;
  const values = isList(op) ? listed(data) : [data];
  const filter = { dimension: DIMENSIONS.get(field), op: plain.not ? 'not_in' : 'in', values };
  // A filter knows single addresses only.
  const found = values.some((value) => field === 'ip' && value.includes('/'))
    ? undefined
    : chartFilter.safeParse(filter);
  return found?.success ? found.data : undefined;
}

/** Those of the conditions that filters of events can say. */
export function filtersOf(matches: readonly Match[]): ChartFilter[] {
  return matches
    .map(filterOf)
    .filter((filter) => filter !== undefined)
    .slice(0, MAX_FILTERS);
}

/** A filter in the words of its field; nothing where these have none for it. */
function saidBy({ op, values }: ChartFilter, field: FieldName): Match[] {
  const [first = '', ...others] = values;
  const isIn = op === 'in';
  if (others.length === 0) return [{ field, op: isIn ? 'eq' : 'ne', data: first }];
  const operators: readonly Operator[] = MATCH_FIELDS[field].operators;
  if (operators.includes('in')) {
    const data = values.join(',');
    const isReadBack = listed(data).every((value, i) => value === values[i]);
    return isReadBack ? [{ field, op: isIn ? 'in' : 'not_in', data }] : [];
  }
  return isIn ? [] : values.map((data) => ({ field, op: 'ne', data }));
}

/** The conditions that match exactly the requests of a filter; undefined where a rule cannot say it. */
export function conditionsOf(filter: ChartFilter): Match[] | undefined {
  const field = FIELDS.get(filter.dimension);
  const said = field ? saidBy(filter, field) : [];
  const isExact = ruleFields.matches.safeParse(said).success && said.every((match) => filterOf(match) !== undefined);
  return isExact ? said : undefined;
}
