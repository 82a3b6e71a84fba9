'use client';

import { useFormat } from '@/components/layout/preferences/use-format';
import type { Filter } from '../columns/types';

export type Chip = { key: string; label: string; value: string; clear: Record<string, null> };
type Words = { time: (millis: string) => string };

/** How filter values read. */
export function useFilterWords(): Words {
  const format = useFormat();
  return { time: (millis) => format.tableTime(Number(millis)) };
}

type Values = Readonly<Record<string, string | null>>;

function chipOf(filter: Filter<string>, values: Values, words: Words): Chip | null {
  if (filter.kind === 'time') {
    const from = values[filter.from];
    const to = values[filter.to];
    if (!from && !to) return null;
    const value = `${from ? words.time(from) : '…'} – ${to ? words.time(to) : '…'}`;
    return { key: filter.from, label: filter.label, value, clear: { [filter.from]: null, [filter.to]: null } };
  }
  const value = values[filter.param];
  if (!value) return null;
  const shown =
    filter.kind === 'text' ? value : (filter.options.find((option) => option.value === value)?.label ?? value);
  return { key: filter.param, label: filter.label, value: shown, clear: { [filter.param]: null } };
}

/** The active filters as chips; segments in sight show themselves. */
export function chipsOf(
  filters: readonly Filter<string>[],
  values: Values,
  words: Words,
  withSegments: boolean,
): Chip[] {
  return filters
    .filter((filter) => withSegments || filter.kind !== 'segments')
    .map((filter) => chipOf(filter, values, words))
    .filter((chip) => chip !== null);
}
