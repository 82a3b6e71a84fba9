'use client';

import { useTranslations } from 'next-intl';
import type { Control, FieldPath, FieldValues } from 'react-hook-form';
import { TextField } from '@/components/form/fields';

type Contact = { nick_name?: string; email?: string; mobile?: string };

/** How a user is named and reached. */
export function ContactFields<V extends FieldValues & Contact>({ form }: { form: { control: Control<V> } }) {
  const t = useTranslations('sys.users.fields');
  const name = (field: keyof Contact) => field as FieldPath<V>;
  return (
    <>
      <TextField form={form} name={name('nick_name')} label={t('nick_name')} optional="clears" />
      <div className="grid gap-4.5 sm:grid-cols-2">
        <TextField form={form} name={name('email')} type="email" label={t('email')} optional="clears" />
        <TextField form={form} name={name('mobile')} type="tel" label={t('mobile')} optional="clears" />
      </div>
    </>
  );
}
