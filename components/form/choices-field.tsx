'use client';

import type { ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import { Checkbox } from '@/components/ui/controls/checkbox';
import { FormField, type FormFieldProps } from './fields';

export type Choice = { value: string; label: string; note?: ReactNode };

/** Any of a few named values, all in sight; the form holds a list of texts. */
export function ChoicesField<V extends FieldValues>({
  choices,
  ...field
}: Omit<FormFieldProps<V>, 'optional'> & { choices: readonly Choice[] }) {
  return (
    <FormField {...field} group>
      {({ value, set, aria }) => {
        const chosen = Array.isArray(value) ? (value as string[]) : [];
        return (
          // biome-ignore lint/a11y/useSemanticElements: the field has its heading already; a legend would repeat it
          <div
            role="group"
            aria-labelledby={`${aria.id}-label`}
            className="max-h-60 overflow-auto rounded-2 border border-line bg-panel"
          >
            {choices.map((choice, i) => (
              <div key={choice.value} className="border-b border-line px-2.5 py-1.5 last:border-b-0">
                <Checkbox
                  label={
                    <span className="flex min-w-0 flex-wrap items-baseline gap-x-2">
                      <span className="break-all">{choice.label}</span>
                      {choice.note ? <span className="text-12 text-ink-3">{choice.note}</span> : null}
                    </span>
                  }
                  aria-invalid={i === 0 ? aria['aria-invalid'] : undefined}
                  checked={chosen.includes(choice.value)}
                  onChange={(on) =>
                    set(on ? [...chosen, choice.value] : chosen.filter((each) => each !== choice.value))
                  }
                />
              </div>
            ))}
          </div>
        );
      }}
    </FormField>
  );
}
