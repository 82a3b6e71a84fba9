import { hue, isMeaning, measureToken, OTHER, spread } from '../canvas/colour';
import { countText } from '../format/format';
import { axisKey, isAdditive, isPercent, sumOf } from '../format/measure';
import type { Measure, Row } from '../result/contract';
import { groupLabel } from '../result/labels';
import { combine, groupKey, type Normal, numberOf } from '../result/normalise';
import { base, groupToken } from './base';
import { leadOf } from './lead';
import type { ChartContext, Part, PartsModel } from './model';
import { groupsOf } from './pivot';
import { tidyTable } from './table-model';

const DONUT_PARTS = 6;
const TAIL = 1;

/**
 * Parts of a whole: a donut for up to six categories that add up, else bars; two dimensions give 100 % bars, several
 * measures of one unit grouped bars.
 */
export function prepareCategoricalDistribution(normal: Normal, context: ChartContext): PartsModel {
  const shared = base(normal, 'categorical_distribution', context, tidyTable(normal, context));
  const model = { ...shared, kind: 'parts' as const, measure: normal.first, legend: [] };
  if (normal.categories.length === 0)
    return { ...model, shape: 'bars', parts: measureParts(normal, context), total: null };
  if (normal.categories.length > 1) return segmented(model, normal, context);
  if (normal.measures.filter((m) => axisKey(m) === axisKey(normal.first)).length > 1)
    return grouped(model, normal, context);
  const parts = withShares(partsOf(normal, context), normal.first);
  const total = isAdditive(normal.first) ? sumOf(parts.map((p) => p.value)) : null;
  const condensed = condense(parts, total, context);
  const isDonut = canBeDonut(condensed, normal.first);
  const isAllZero = parts.length > 0 && parts.every((p) => p.value === 0);
  const drawn = isDonut ? condensed : ranked(sorted(parts, normal), normal);
  return {
    ...model,
    empty: isAllZero ? 'all_zero' : shared.empty,
    shape: isDonut ? 'donut' : 'bars',
    parts: drawn,
    total,
  };
}

type Shared = Omit<PartsModel, 'shape' | 'parts' | 'total'>;

/** Values by category combination, repeated rows combined. */
function valuesOf(rows: readonly Row[], measure: Measure, dims: Normal['categories']): Map<string, number | null> {
  const found = new Map<string, number | null>();
  for (const row of rows) {
    const key = groupKey(row, dims);
    const cell = numberOf(row[measure.name]);
    found.set(key, found.has(key) ? combine(measure, found.get(key), cell) : cell);
  }
  return found;
}

function partsOf(normal: Normal, context: ChartContext): Part[] {
  const groups = groupsOf(normal.current, normal.categories);
  const tokens = spread(groups.map((g) => groupToken(normal, g.values)));
  const current = valuesOf(normal.current, normal.first, normal.categories);
  const previous = normal.previous && valuesOf(normal.previous, normal.first, normal.categories);
  return groups.map((group, i) => ({
    key: group.key,
    label: groupLabel(normal.categories, group.values, context),
    token: tokens[i] ?? OTHER,
    value: current.get(group.key) ?? null,
    share: null,
    previous: previous ? (previous.get(group.key) ?? null) : undefined,
    segments: [],
    lead: leadOf(normal, normal.categories, group.values),
  }));
}

function measureParts(normal: Normal, context: ChartContext): Part[] {
  const row = normal.current[0];
  return normal.measures.map((measure, i) => ({
    key: measure.name,
    label: context.names.measure(measure.name),
    token: measureToken(measure.name, hue(i)),
    value: numberOf(row?.[measure.name]),
    share: null,
    segments: [],
    lead: leadOf(normal, [], [], measure),
  }));
}

function withShares(parts: Part[], measure: Measure): Part[] {
  if (isPercent(measure)) return parts.map((p) => ({ ...p, share: p.value }));
  const total = sumOf(parts.map((p) => p.value));
  const hasNegative = parts.some((p) => (p.value ?? 0) < 0);
  if (!isAdditive(measure) || !total || hasNegative) return parts;
  return parts.map((p) => ({ ...p, share: p.value === null ? null : (p.value / total) * 100 }));
}

/** A donut's many parts below one per cent become one; bars keep everything. */
function condense(parts: Part[], total: number | null, context: ChartContext): Part[] {
  if (parts.length <= DONUT_PARTS || total === null || total <= 0) return parts;
  const tail = parts.filter((p) => (p.share ?? 0) < TAIL);
  if (tail.length < 2) return parts;
  const value = sumOf(tail.map((p) => p.value));
  const other: Part = {
    key: 'other',
    label: context.say('other_n', { n: countText(tail.length, context.locale) }),
    token: OTHER,
    value,
    share: ((value ?? 0) / total) * 100,
    segments: [],
  };
  return [...parts.filter((p) => !tail.includes(p)), other];
}

function canBeDonut(parts: readonly Part[], measure: Measure): boolean {
  const values = parts.map((p) => p.value ?? 0);
  const sum = values.reduce((a, b) => a + b, 0);
  const isWhole = isAdditive(measure) || (isPercent(measure) && Math.abs(sum - 100) <= 2);
  const isMany = values.filter((v) => v > 0).length > 1;
  return isWhole && isMany && sum > 0 && parts.length <= DONUT_PARTS && values.every((v) => v >= 0);
}

const isEnum = (normal: Normal) => normal.categories[0]?.type === 'enum';

/** The declared order is for what is seen at a glance; of a longer list the largest must not lie below the fold. */
const sorted = (parts: Part[], normal: Normal) =>
  isEnum(normal) && parts.length <= DONUT_PARTS
    ? parts
    : [...parts].sort((a, b) => (b.value ?? -Infinity) - (a.value ?? -Infinity));

/** Bars are distinguished by their length and name: one colour for all, but a verdict keeps its own. */
const ranked = (parts: Part[], normal: Normal): Part[] =>
  parts.map((p) => (isMeaning(p.token) ? p : { ...p, token: measureToken(normal.first.name, hue(0)) }));

function segmented(model: Shared, normal: Normal, context: ChartContext): PartsModel {
  const [outer, ...inner] = normal.categories;
  if (!outer) return { ...model, shape: 'share', parts: [], total: null };
  const segments = groupsOf(normal.current, inner);
  const tokens = spread(segments.map((s) => groupToken(normal, s.values, inner)));
  const legend = segments.map((s, i) => ({
    key: s.key,
    label: groupLabel(inner, s.values, context),
    token: tokens[i] ?? OTHER,
  }));
  const values = valuesOf(normal.current, normal.first, normal.categories);
  const parts = groupsOf(normal.current, [outer]).map((group) => {
    const children = segments.map((s, i) => ({
      ...(legend[i] ?? { key: s.key, label: s.key, token: OTHER }),
      value: values.get(JSON.stringify([...group.values, ...s.values])) ?? null,
      share: null,
      segments: [],
    }));
    const value = isAdditive(normal.first) ? sumOf(children.map((c) => c.value)) : null;
    const label = groupLabel([outer], group.values, context);
    const lead = leadOf(normal, [outer], group.values);
    return {
      key: group.key,
      label,
      token: hue(0),
      value,
      share: null,
      segments: withShares(children, normal.first),
      lead,
    };
  });
  const total = isAdditive(normal.first) ? sumOf(parts.map((p) => p.value)) : null;
  // a whole exists only where values add up; anything else is compared side by side
  return { ...model, legend, shape: isAdditive(normal.first) ? 'share' : 'grouped', parts, total };
}

function grouped(model: Shared, normal: Normal, context: ChartContext): PartsModel {
  const measures = normal.measures.filter((m) => axisKey(m) === axisKey(normal.first));
  const legend = measures.map((m, i) => ({
    key: m.name,
    label: context.names.measure(m.name),
    token: measureToken(m.name, hue(i)),
  }));
  const values = measures.map((m) => valuesOf(normal.current, m, normal.categories));
  const parts = groupsOf(normal.current, normal.categories).map((group) => ({
    key: group.key,
    label: groupLabel(normal.categories, group.values, context),
    token: groupToken(normal, group.values),
    value: values[0]?.get(group.key) ?? null,
    share: null,
    lead: leadOf(normal, normal.categories, group.values),
    segments: measures.map((m, i) => ({
      ...(legend[i] ?? { key: m.name, label: m.name, token: OTHER }),
      value: values[i]?.get(group.key) ?? null,
      share: null,
      segments: [],
    })),
  }));
  return { ...model, legend, shape: 'grouped', parts, total: null };
}
