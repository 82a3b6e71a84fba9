'use client';

import { useTranslations } from 'next-intl';
import { useId } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { FormField } from '@/components/form/fields';
import type { KindSpec, RuleValues } from '../kind';
import { RuleAction } from '../words/action';

/** What happens to the requests: each action is a card with what it does. */
export function ActionCards({ form, spec }: { form: UseFormReturn<RuleValues>; spec: KindSpec }) {
  const t = useTranslations('guard.rules.builder');
  const group = useId();
  return (
    <FormField form={form} name="action.action_type" label={t('action')} group>
      {({ value, set, onBlur, aria }) => (
        <div
          role="radiogroup"
          aria-labelledby={`${aria.id}-label`}
          className="grid grid-cols-[repeat(auto-fit,minmax(132px,1fr))] gap-2"
        >
          {spec.actions.map((action) => (
            <label
              key={action}
              className="relative flex flex-col gap-0.5 rounded-2 border border-line-strong px-2.5 py-2 hover:bg-hover has-checked:border-accent has-checked:bg-selected has-checked:shadow-[inset_0_0_0_1px_var(--accent)] has-[:focus-visible]:shadow-(--ring)"
            >
              <input
                type="radio"
                name={group}
                value={action}
                checked={value === action}
                aria-describedby={`${group}-${action}`}
                onChange={() => set(action)}
                onBlur={onBlur}
                className="absolute inset-0 m-0 cursor-default appearance-none rounded-[inherit] focus-visible:shadow-none"
              />
              <span className="font-medium *:whitespace-normal">
                <RuleAction action={action} />
              </span>
              <span id={`${group}-${action}`} className="text-12 text-ink-3">
                {t(`actions.${spec.kind}.${action}`)}
              </span>
            </label>
          ))}
        </div>
      )}
    </FormField>
  );
}
