'use client';

import { useTranslations } from 'next-intl';
import { type ReactNode, useRef } from 'react';
import {
  type ArrayPath,
  type Control,
  type FieldArray as FieldArrayItem,
  type FieldValues,
  get,
  useFieldArray,
  useFormState,
} from 'react-hook-form';
import { Button, IconButton } from '@/components/ui/controls/button';
import { FieldError } from '@/components/ui/controls/field';
import { cx } from '@/components/ui/cx';

/**
 * Rows of the same fields, such as the sources of an origin. `children` gets the index and the row's path, to name its
 * fields (`${path}.port`).
 */
export function FieldArray<V extends FieldValues, N extends ArrayPath<V>>({
  form,
  name,
  label,
  addLabel,
  newRow,
  min = 0,
  max = 100,
  head,
  children,
}: {
  form: { control: Control<V> };
  name: N;
  label: string;
  addLabel?: string;
  newRow: () => FieldArrayItem<V, N>;
  min?: number;
  max?: number;
  /** Names of the columns, above the rows; the fields' own labels are then for assistive technology. */
  head?: ReactNode;
  children: (index: number, path: `${N}.${number}`) => ReactNode;
}) {
  const t = useTranslations('common.form');
  const { fields, append, remove } = useFieldArray({ control: form.control, name });
  const addButton = useRef<HTMLButtonElement>(null);
  const removeRow = (index: number) => {
    // The focus would go with the row, and the keyboard would start anew at the top of the page.
    addButton.current?.focus();
    remove(index);
  };
  const { errors } = useFormState({ control: form.control, name: name as never });
  const own: { message?: unknown; root?: { message?: unknown } } | undefined = get(errors, name);
  const message = own?.root?.message ?? own?.message;
  return (
    <fieldset data-field={name} className="flex min-w-0 flex-col gap-2">
      <legend className="mb-[5px] font-medium">{label}</legend>
      {head ? (
        <div aria-hidden="true" className="-mb-1 pr-9 text-12 text-ink-3 max-sm:hidden">
          {head}
        </div>
      ) : null}
      {fields.map((row, index) => (
        <div key={row.id} className="flex items-start gap-2">
          <div className="min-w-0 flex-1">{children(index, `${name}.${index}`)}</div>
          <IconButton
            icon="close"
            size="small"
            name={`${t('remove_row')} ${index + 1}`}
            disabled={fields.length <= min}
            onClick={() => removeRow(index)}
            className={cx('mt-0.5', head !== undefined && 'max-sm:mt-[27px]')}
          />
        </div>
      ))}
      {typeof message === 'string' ? <FieldError>{message}</FieldError> : null}
      <div>
        <Button
          ref={addButton}
          variant="quiet"
          size="small"
          icon="plus"
          className="-ml-2.5"
          disabled={fields.length >= max}
          onClick={() => append(newRow())}
        >
          {addLabel ?? t('add_row')}
        </Button>
      </div>
    </fieldset>
  );
}
