'use client';

import { useTranslations } from 'next-intl';
import { type FormEvent, useId, useState } from 'react';
import { useValueWord } from '@/components/charts/filters/filter-words';
import { narrow } from '@/components/charts/filters/narrow';
import { Button } from '@/components/ui/controls/button';
import { Field, type FieldAria } from '@/components/ui/controls/field';
import { Input } from '@/components/ui/controls/input';
import { Segmented } from '@/components/ui/controls/segmented';
import { Select } from '@/components/ui/controls/select';
import {
  type ChartFilter,
  chartFilter,
  FILTER_DIMENSION_NAMES,
  FILTER_DIMENSIONS,
  type FilterDimensionName,
} from '@/lib/analytics/filters/contract';
import type { AddFilterProps } from './add-filter';
import { useSuggestions } from './use-suggestions';

type Draft = { dimension: FilterDimensionName; op: ChartFilter['op']; value: string | null };

/** Upper case is how countries are stored. */
const written = ({ dimension, value }: Draft) => {
  const text = (value ?? '').trim();
  return FILTER_DIMENSIONS[dimension].type === 'geo' ? text.toUpperCase() : text;
};

/** One of the words of an enum, or text with what is frequent to choose from. */
function ValueField({
  list,
  draft,
  onChange,
  aria,
}: Pick<AddFilterProps, 'list'> & { draft: Draft; onChange: (value: string) => void; aria: FieldAria }) {
  const wordOf = useValueWord();
  const id = useId();
  const { dimension, value } = draft;
  const known = FILTER_DIMENSIONS[dimension];
  const suggestions = useSuggestions(dimension, list);
  if (known.type === 'enum') {
    const options = known.values.map((one) => ({ value: one, label: wordOf(dimension, one) }));
    return <Select<string> {...aria} value={value} options={options} onChange={onChange} />;
  }
  return (
    <>
      <Input
        {...aria}
        list={id}
        mono
        autoComplete="off"
        maxLength={1024}
        inputMode={known.type === 'integer' ? 'numeric' : undefined}
        value={value ?? ''}
        onChange={(event) => onChange(event.target.value)}
      />
      <datalist id={id}>
        {suggestions.map((one) => (
          <option key={one} value={one}>
            {known.type === 'geo' ? wordOf(dimension, one) : undefined}
          </option>
        ))}
      </datalist>
    </>
  );
}

/** A field, whether it is or is not, and a value. */
export function FilterForm({ list, filters, onChange, onDone }: AddFilterProps & { onDone: () => void }) {
  const t = useTranslations('analytics.events.filter');
  const field = useTranslations('charts.dimensions');
  const word = useTranslations('charts.filters');
  const [draft, setDraft] = useState<Draft>({ dimension: 'action', op: 'in', value: null });
  const [error, setError] = useState<string>();
  const change = (changes: Partial<Draft>) => {
    setDraft({ ...draft, ...changes });
    setError(undefined);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { dimension, op, value } = draft;
    const isWord = FILTER_DIMENSIONS[dimension].type === 'enum';
    if (value === null || (!isWord && value.trim() === '')) return setError(t('required'));
    const parsed = chartFilter.safeParse({ dimension, op, values: [isWord ? value : written(draft)] });
    if (!parsed.success) return setError(t('whole_number'));
    onChange(narrow(filters, [parsed.data]));
    onDone();
  };
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-3.5">
      <Field label={t('field')}>
        {(aria) => (
          <Select<FilterDimensionName>
            {...aria}
            value={draft.dimension}
            options={FILTER_DIMENSION_NAMES.map((name) => ({ value: name, label: field(name) }))}
            onChange={(dimension) => change({ dimension, value: null })}
          />
        )}
      </Field>
      <Segmented<ChartFilter['op']>
        name={t('operator')}
        value={draft.op}
        onChange={(op) => change({ op })}
        segments={[
          { value: 'in', label: word('is') },
          { value: 'not_in', label: word('is_not') },
        ]}
      />
      <Field label={t('value')} error={error}>
        {(aria) => (
          <ValueField
            key={draft.dimension}
            list={list}
            draft={draft}
            onChange={(value) => change({ value })}
            aria={aria}
          />
        )}
      </Field>
      <Button type="submit" variant="primary" className="self-end">
        {t('apply')}
      </Button>
    </form>
  );
}
