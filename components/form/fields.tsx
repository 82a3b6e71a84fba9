'use client';

import type { ReactNode } from 'react';
import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form';
import { Checkbox } from '@/components/ui/controls/checkbox';
import { Field, type FieldAria, FieldError } from '@/components/ui/controls/field';
import { Input, type InputProps } from '@/components/ui/controls/input';
import { PasswordInput } from '@/components/ui/controls/password-input';
import { Select, type SelectOption } from '@/components/ui/controls/select';
import { TextArea } from '@/components/ui/controls/textarea';
import { useLeave } from '@/components/ui/controls/use-leave';
import { parseNumber } from './parse-number';

/** What every field takes. `form` is the `form` of `useEndpointForm`. */
export type FormFieldProps<V extends FieldValues> = {
  form: { control: Control<V> };
  name: FieldPath<V>;
  label: ReactNode;
  hint?: ReactNode;
  /** May be left out: an empty control then sends nothing at all, or with `clears` an empty text, which takes it away. */
  optional?: boolean | 'clears';
  /** What something other than the schema found wrong; shown while the schema finds nothing. */
  refusal?: string;
  className?: string;
  /** Classes of the label, for one that is elsewhere on some screens. */
  labelClassName?: string;
};

type Bound = {
  value: unknown;
  set: (value: unknown) => void;
  onBlur: () => void;
  ref: (element: HTMLElement | null) => void;
  aria: FieldAria;
};

/** Label, hint, error and the binding of any control to a form's field. For controls of a screen's own. */
export function FormField<V extends FieldValues>({
  form,
  name,
  label,
  hint,
  optional,
  refusal,
  className,
  labelClassName,
  group,
  children,
}: FormFieldProps<V> & { group?: boolean; children: (bound: Bound) => ReactNode }) {
  const { field, fieldState } = useController({ control: form.control, name });
  const leave = useLeave(field.onBlur);
  return (
    <div data-field={name} className={className}>
      <Field
        label={label}
        hint={hint}
        optional={Boolean(optional)}
        group={group}
        labelClassName={labelClassName}
        error={fieldState.error?.message ?? refusal}
      >
        {(aria) =>
          children({
            value: field.value,
            // The schema wants an optional value absent, not empty.
            set: (value) => field.onChange(optional === true && value === '' ? undefined : value),
            onBlur: leave,
            ref: field.ref,
            aria,
          })
        }
      </Field>
    </div>
  );
}

const asText = (value: unknown) => (value === undefined || value === null ? '' : String(value));

/** One line of text; `mono` for addresses and ids, `type="password"` can be shown. */
export function TextField<V extends FieldValues>({
  mono,
  placeholder,
  type,
  autoComplete = 'off',
  maxLength,
  ...field
}: FormFieldProps<V> &
  Pick<InputProps, 'mono' | 'placeholder' | 'autoComplete' | 'maxLength'> & {
    type?: 'text' | 'password' | 'email' | 'tel';
  }) {
  return (
    <FormField {...field}>
      {({ value, set, onBlur, ref, aria }) => {
        const props = {
          ...aria,
          ref,
          mono,
          placeholder,
          autoComplete,
          maxLength,
          value: asText(value),
          onBlur,
          onChange: (event: { target: { value: string } }) => set(event.target.value),
        };
        return type === 'password' ? (
          <PasswordInput {...props} />
        ) : (
          <Input {...props} type={type ?? 'text'} spellCheck={mono ? false : undefined} />
        );
      }}
    </FormField>
  );
}

/** Several lines, such as a reason or a PEM block. */
export function TextAreaField<V extends FieldValues>({
  mono,
  rows,
  placeholder,
  ...field
}: FormFieldProps<V> & { mono?: boolean; rows?: number; placeholder?: string }) {
  return (
    <FormField {...field}>
      {({ value, set, onBlur, ref, aria }) => (
        <TextArea
          {...aria}
          ref={ref}
          mono={mono}
          rows={rows}
          placeholder={placeholder}
          spellCheck={mono ? false : undefined}
          value={asText(value)}
          onBlur={onBlur}
          onChange={(event) => set(event.target.value)}
        />
      )}
    </FormField>
  );
}

/** A number. What is not one is kept as typed, so that the schema can say so. `unit` is at the end. */
export function NumberField<V extends FieldValues>({
  unit,
  placeholder,
  ...field
}: FormFieldProps<V> & { unit?: string; placeholder?: string }) {
  return (
    <FormField {...field}>
      {({ value, set, onBlur, ref, aria }) => (
        <Input
          {...aria}
          ref={ref}
          inputMode="decimal"
          autoComplete="off"
          placeholder={placeholder}
          className="tabular-nums"
          end={unit ? <span className="text-ink-3">{unit}</span> : undefined}
          value={asText(value)}
          onBlur={onBlur}
          onChange={(event) => set(parseNumber(event.target.value))}
        />
      )}
    </FormField>
  );
}

/** One of a few named values. */
export function SelectField<V extends FieldValues, O extends string | number>({
  options,
  placeholder,
  ...field
}: FormFieldProps<V> & { options: readonly SelectOption<O>[]; placeholder?: string }) {
  return (
    <FormField {...field}>
      {({ value, set, onBlur, aria }) => (
        <Select
          {...aria}
          value={options.find((option) => option.value === value)?.value}
          options={options}
          placeholder={placeholder}
          onBlur={onBlur}
          onChange={set}
        />
      )}
    </FormField>
  );
}

type ToggleProps<V extends FieldValues> = Omit<FormFieldProps<V>, 'optional'> & {
  /** The values it represents, where the body does not use true and false (such as 1 and 2). */
  values?: { on: unknown; off: unknown };
};

function useToggle<V extends FieldValues>({ form, name, values = { on: true, off: false } }: ToggleProps<V>) {
  const { field, fieldState } = useController({ control: form.control, name });
  return {
    checked: field.value === values.on,
    set: (on: boolean) => field.onChange(on ? values.on : values.off),
    onBlur: useLeave(field.onBlur),
    error: fieldState.error?.message,
  };
}

function ToggleNotes({ hint, error }: { hint?: ReactNode; error: string | undefined }) {
  if (error) return <FieldError>{error}</FieldError>;
  return hint ? <span className="pl-6 text-12 text-ink-3">{hint}</span> : null;
}

/** Yes or no, taking effect when the form is saved. */
export function CheckboxField<V extends FieldValues>(props: ToggleProps<V>) {
  const { checked, set, onBlur, error } = useToggle(props);
  return (
    <div data-field={props.name} className={`flex flex-col gap-[5px] ${props.className ?? ''}`}>
      <Checkbox
        label={props.label}
        checked={checked}
        onChange={set}
        onBlur={onBlur}
        aria-invalid={error ? true : undefined}
      />
      <ToggleNotes hint={props.hint} error={error} />
    </div>
  );
}
