'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { FormField } from '@/components/form/fields';
import { usePermission } from '@/components/layout/account/session';
import { Combobox } from '@/components/ui/controls/combobox';
import { useSettled } from '@/components/ui/states/use-settled';
import { query } from '@/lib/api/client';
import { domains } from '@/lib/guard/domains/contract';
import type { ForwardValues } from './forward-values';

const OFFERED = 50;
const PAUSE_MS = 200;
const MAX_KEYWORD = 100;

/** Chooses the domain whose nodes forward the port, found by a part of its name; the newest come first. */
export function DomainField({ form }: { form: UseFormReturn<ForwardValues> }) {
  const t = useTranslations('guard.forwards');
  const isAllowed = usePermission()('guard.domain.list');
  const [typed, setTyped] = useState('');
  const keyword = useSettled(typed.trim().slice(0, MAX_KEYWORD), PAUSE_MS) || undefined;
  const { data } = useQuery({
    ...query(domains.list, { query: { keyword, size: OFFERED } }),
    enabled: isAllowed,
    placeholderData: keepPreviousData,
  });
  const found = data?.list ?? [];
  const name = form.getValues('domain');
  const id = form.getValues('domain_id');
  // The chosen one, which may be none of those that are found now.
  const own = id === '' || found.some((one) => one.domain_id === id) ? [] : [{ domain_id: id, domain: name }];
  const options = [...own, ...found].map(({ domain_id, domain }) => ({ value: domain_id, label: domain }));
  return (
    <FormField form={form} name="domain_id" label={t('fields.domain')}>
      {({ value, set, onBlur, aria }) => (
        <Combobox
          {...aria}
          value={String(value ?? '')}
          options={options}
          placeholder={t('choose_domain')}
          onSearch={setTyped}
          onBlur={onBlur}
          onChange={(domain_id) => {
            set(domain_id);
            const domain = options.find((option) => option.value === domain_id)?.label ?? '';
            form.setValue('domain', domain, { shouldDirty: true });
          }}
        />
      )}
    </FormField>
  );
}
