'use client';

import { useTranslations } from 'next-intl';
import { Combobox } from '@/components/ui/controls/combobox';
import type { SelectProps } from '@/components/ui/controls/select';
import { usePolicies } from './use-policies';

/** Chooses a policy by name; where `none` has words for it, also none, which is an empty text. */
export function PolicyPicker({
  none,
  ...props
}: Omit<SelectProps<string>, 'options' | 'placeholder' | 'size'> & { none?: string }) {
  const t = useTranslations('guard.policies');
  const { policies, isAllowed } = usePolicies();
  return (
    <Combobox
      {...props}
      disabled={props.disabled || !isAllowed}
      placeholder={t('choose')}
      options={[
        ...(none === undefined ? [] : [{ value: '', label: none }]),
        ...policies.map(({ policy_id, name, comment }) => ({
          value: policy_id,
          label: name,
          hint: comment || undefined,
        })),
      ]}
    />
  );
}
