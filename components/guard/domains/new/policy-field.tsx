'use client';

import { useTranslations } from 'next-intl';
import { useEffect } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { FormField } from '@/components/form/fields';
import { PolicyPicker } from '@/components/guard/policies/policy-picker';
import { usePolicies } from '@/components/guard/policies/use-policies';
import { Can } from '@/components/layout/account/can';
import { Button } from '@/components/ui/controls/button';
import type { NewDomains } from './new-domains';

/** The policy, or a new one. Where there is no choice, or a default, it is chosen already. */
export function PolicyField({ form, onNew }: { form: UseFormReturn<NewDomains>; onNew: () => void }) {
  const t = useTranslations('guard.domains');
  const policy = useTranslations('guard.policies');
  const { policies, isAllowed, isLoading } = usePolicies();
  const only = policies.length === 1 ? policies[0] : policies.find((policy) => policy.is_default);
  const obvious = only?.policy_id;
  useEffect(() => {
    if (obvious !== undefined && !form.getValues('policy_id')) form.resetField('policy_id', { defaultValue: obvious });
  }, [obvious, form]);
  const hasNone = isAllowed && !isLoading && policies.length === 0;
  return (
    <FormField
      form={form}
      name="policy_id"
      label={t('fields.policy')}
      hint={hasNone ? t('new.no_policy') : t('new.policy_hint')}
    >
      {({ value, set, onBlur, aria }) => (
        <span className="flex items-center gap-2">
          <PolicyPicker {...aria} value={String(value ?? '')} onChange={set} onBlur={onBlur} />
          <Can permission="guard.policy.create">
            <Button icon="plus" onClick={onNew}>
              {policy('create')}
            </Button>
          </Can>
        </span>
      )}
    </FormField>
  );
}
