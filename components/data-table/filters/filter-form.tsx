'use client';

import { useTranslations } from 'next-intl';
import { type FormEvent, Fragment, useState } from 'react';
import { Button } from '@/components/ui/controls/button';
import { Field } from '@/components/ui/controls/field';
import { Input } from '@/components/ui/controls/input';
import { Select } from '@/components/ui/controls/select';
import type { Filter } from '../columns/types';
import type { ListScreen } from '../pages/use-list-screen';
import { TimeInput } from './time-input';

type Draft = Record<string, string | null>;

function FilterField({
  filter,
  draft,
  onChange,
}: {
  filter: Filter<string>;
  draft: Draft;
  onChange: (changes: Draft) => void;
}) {
  const t = useTranslations('common.table');
  switch (filter.kind) {
    case 'segments':
    case 'choice':
      return (
        <Field label={filter.label}>
          {(aria) => (
            <Select
              {...aria}
              value={draft[filter.param] ?? ''}
              options={[{ value: '', label: t('any') }, ...filter.options]}
              onChange={(value) => onChange({ [filter.param]: value || null })}
            />
          )}
        </Field>
      );
    case 'text':
      return (
        <Field label={filter.label}>
          {(aria) => (
            <Input
              {...aria}
              value={draft[filter.param] ?? ''}
              placeholder={filter.placeholder}
              onChange={(event) => onChange({ [filter.param]: event.target.value || null })}
            />
          )}
        </Field>
      );
    case 'time':
      return (
        <fieldset className="grid grid-cols-[auto_1fr] items-baseline gap-2">
          <legend className="mb-[5px] font-medium">{filter.label}</legend>
          {([t('from'), t('to')] as const).map((name, i) => {
            const param = i === 0 ? filter.from : filter.to;
            return (
              <Fragment key={param}>
                <span aria-hidden className="text-12 text-ink-2">
                  {name}
                </span>
                <TimeInput name={name} value={draft[param]} onChange={(value) => onChange({ [param]: value })} />
              </Fragment>
            );
          })}
        </fieldset>
      );
  }
}

/** Values for filters, set together. */
export function FilterForm<Row extends object>({
  list,
  filters,
  onDone,
}: {
  list: ListScreen<Row>;
  filters: readonly Filter<string>[];
  onDone: () => void;
}) {
  const t = useTranslations('common.table');
  const [draft, setDraft] = useState<Draft>({ ...list.values });
  const names = filters.flatMap((filter) => (filter.kind === 'time' ? [filter.from, filter.to] : [filter.param]));
  const apply = (values: Draft) => {
    list.setValues(Object.fromEntries(names.map((name) => [name, values[name] ?? null])));
    onDone();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    apply(draft);
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-3.5">
      {filters.map((filter) => (
        <FilterField
          key={filter.kind === 'time' ? filter.from : filter.param}
          filter={filter}
          draft={draft}
          onChange={(changes) => setDraft({ ...draft, ...changes })}
        />
      ))}
      <div className="flex justify-end gap-2">
        <Button variant="quiet" onClick={() => apply({})}>
          {t('clear_filters')}
        </Button>
        <Button type="submit" variant="primary">
          {t('apply')}
        </Button>
      </div>
    </form>
  );
}
