'use client';

import { useTranslations } from 'next-intl';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { TextAreaField, TextField } from '@/components/form/fields';
import type { Refused } from '@/components/guard/rule-preview/use-rule-preview';
import { ENCODED_ACTIONS } from '@/lib/guard/rules/vocabulary';
import type { KindSpec, RuleValues } from '../kind';
import { ActionCards } from './action-cards';
import { Conditions } from './conditions';
import { DurationField } from './duration-field';
import { LimitFields } from './limit-fields';
import { WindowFields } from './window-fields';

/** A rule as a form, with what the server refuses of it before it is saved. */
export function RuleFields({
  form,
  spec,
  refused,
}: {
  form: UseFormReturn<RuleValues>;
  spec: KindSpec;
  refused: Refused | null;
}) {
  const t = useTranslations('guard.rules.builder');
  const field = useTranslations('fields');
  const [action, content] = useWatch({ control: form.control, name: ['action.action_type', 'action.content'] });
  const answers = ENCODED_ACTIONS.includes(String(action)) || (typeof content === 'string' && content !== '');
  return (
    <>
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField form={form} name="name" label={field('name')} placeholder={t('name_example')} maxLength={100} />
        <TextField form={form} name="describe" label={field('note')} optional="clears" maxLength={500} />
      </div>
      <Conditions form={form} refused={refused} />
      {spec.kind === 'cc' ? <LimitFields form={form} /> : null}
      <ActionCards form={form} spec={spec} />
      {answers ? (
        <TextAreaField
          form={form}
          name="action.content"
          label={t('content')}
          hint={t('content_hint')}
          optional
          mono
          rows={4}
        />
      ) : null}
      <DurationField form={form} />
      <WindowFields form={form} />
    </>
  );
}
