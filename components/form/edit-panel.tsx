'use client';

import { useTranslations } from 'next-intl';
import { type BaseSyntheticEvent, type ReactNode, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { Panel } from '@/components/ui/content/panel';
import { Segmented } from '@/components/ui/controls/segmented';
import { type FormEdit, FormPage } from './form-page';
import { readJson } from './json-text';
import { JsonView } from './json-view';
import { useFirstField } from './use-first-field';

const VIEWS = ['form', 'json'] as const;
type View = (typeof VIEWS)[number];

const print = (value: unknown) => JSON.stringify(value, null, 2);

/** The values of a form as JSON text too: null while they are seen in the form. What cannot be read changes nothing. */
function useJson<V extends FieldValues>(form: UseFormReturn<V>) {
  const [typed, setTyped] = useState<string | null>(null);
  const read = typed === null ? null : readJson(typed);
  const fault = read && 'fault' in read ? read.fault : null;
  // As it was typed while it says the same; values that came from elsewhere meanwhile are printed.
  const isCurrent = fault !== null || (read && 'value' in read && print(read.value) === print(form.getValues()));
  return {
    text: typed === null || isCurrent ? typed : print(form.getValues()),
    fault,
    show: (view: View) => setTyped(view === 'json' ? print(form.getValues()) : null),
    write: (next: string) => {
      setTyped(next);
      const { value } = { value: undefined, ...readJson(next) };
      if (value) form.reset(value as V, { keepDefaultValues: true });
    },
  };
}

/** A form that takes the place of its list, and the same values as JSON, in which also those are that it does not show. */
export function EditPanel<V extends FieldValues>({
  title,
  edit,
  submitLabel,
  onCancel,
  note,
  wide,
  children,
}: {
  title: string;
  edit: FormEdit & { form: UseFormReturn<V> };
  submitLabel: string;
  onCancel: () => void;
  /** Above the fields, in both views. */
  note?: ReactNode;
  /** As wide as the page, for rows of several fields. */
  wide?: boolean;
  children: ReactNode;
}) {
  const t = useTranslations('common.edit_panel');
  const holder = useFirstField();
  const { text, fault, show, write } = useJson(edit.form);
  // What is typed but cannot be read would be lost on the way to the form, and is not what would be sent.
  const submit = (event?: BaseSyntheticEvent) => (fault ? event?.preventDefault() : edit.submit(event));
  return (
    <div ref={holder} className="scroll-mt-14">
      <Panel
        title={title}
        actions={
          <Segmented
            size="small"
            name={t('view')}
            value={text === null ? 'form' : 'json'}
            onChange={(view) => (fault ? undefined : show(view))}
            segments={VIEWS.map((value) => ({ value, label: t(value) }))}
          />
        }
      >
        <FormPage edit={{ ...edit, submit }} submitLabel={submitLabel} onCancel={onCancel} wide={wide}>
          {note}
          {text === null ? (
            children
          ) : (
            <JsonView label={t('label')} hint={t('hint')} text={text} fault={fault} onChange={write} />
          )}
        </FormPage>
      </Panel>
    </div>
  );
}
