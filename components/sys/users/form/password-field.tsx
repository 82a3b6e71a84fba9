'use client';

import { useTranslations } from 'next-intl';
import type { FieldValues } from 'react-hook-form';
import { FormField, type FormFieldProps } from '@/components/form/fields';
import { Button } from '@/components/ui/controls/button';
import { CopyButton } from '@/components/ui/controls/copy-button';
import { PasswordInput } from '@/components/ui/controls/password-input';
import { generatePassword } from './generate-password';

/** A password for somebody else: typed or generated, and copied to be handed over. */
export function NewPasswordField<V extends FieldValues>(field: FormFieldProps<V>) {
  const t = useTranslations('sys.users');
  const common = useTranslations('common');
  return (
    <FormField {...field}>
      {({ value, set, onBlur, ref, aria }) => {
        const password = typeof value === 'string' ? value : '';
        return (
          <div className="flex flex-wrap gap-2">
            <span className="min-w-40 flex-1">
              <PasswordInput
                {...aria}
                ref={ref}
                autoComplete="new-password"
                value={password}
                onBlur={onBlur}
                onChange={(event) => set(event.target.value)}
              />
            </span>
            <Button onClick={() => set(generatePassword())}>{t('generate')}</Button>
            {password === '' ? null : (
              <CopyButton variant="secondary" size="normal" label={common('copy')} text={password} />
            )}
          </div>
        );
      }}
    </FormField>
  );
}
