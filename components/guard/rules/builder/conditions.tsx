'use client';

import { useTranslations } from 'next-intl';
import { type UseFormReturn, useFormState, useWatch } from 'react-hook-form';
import { useWord } from '@/components/audit/word';
import { FieldArray } from '@/components/form/field-array';
import { FormField } from '@/components/form/fields';
import type { Refused } from '@/components/guard/rule-preview/use-rule-preview';
import { capital } from '@/components/ui/capital';
import { Input } from '@/components/ui/controls/input';
import { Select } from '@/components/ui/controls/select';
import { MAX_MATCHES } from '@/lib/guard/rules/contract';
import { FIELD_NAMES, type FieldName, fieldOf, isUnary, type Operator } from '@/lib/guard/rules/vocabulary';
import { NEW_CONDITION, type RuleValues } from '../kind';
import { useRuleWords } from '../words/use-rule-words';
import { ConditionValue } from './condition-value';

type Form = UseFormReturn<RuleValues>;
type At = `matches.${number}`;

/** For the moment in which a row is gone from the form and not yet from the page. */
const NONE: RuleValues['matches'][number] = { field: '', op: 'eq' };
const HIDDEN = 'sr-only';
const splitField = (field: string) => {
  const [base = '', ...name] = field.split(':');
  return { base: base as FieldName, name: name.join(':') };
};

/** What a condition is about, and of some fields the part that is meant. The rest of the row follows what is chosen. */
function FieldPart({ form, at }: { form: Form; at: At }) {
  const t = useTranslations('guard.rules.builder');
  const words = useRuleWords();
  const follow = (before: string, after: FieldName) => {
    const [old, now] = [fieldOf(before), fieldOf(after)];
    if (now && !now.operators.includes(form.getValues(`${at}.op`)))
      form.setValue(`${at}.op`, now.operators[0] ?? 'eq', { shouldDirty: true });
    if (old?.value !== now?.value) form.setValue(`${at}.data`, '', { shouldDirty: true });
    form.clearErrors(at);
  };
  return (
    <FormField form={form} name={`${at}.field`} label={t('field')} labelClassName={HIDDEN}>
      {({ value, set, onBlur, ref, aria }) => {
        const { base, name } = splitField(String(value));
        return (
          <div className="flex flex-col gap-1.5">
            <Select<FieldName>
              {...aria}
              value={base}
              options={FIELD_NAMES.map((field) => ({ value: field, label: capital(words.field(field)) }))}
              placeholder={String(value)}
              onBlur={onBlur}
              onChange={(next) => {
                follow(String(value), next);
                set(next);
              }}
            />
            {fieldOf(base)?.takesName ? (
              <Input
                ref={ref}
                mono
                aria-label={t('part')}
                placeholder={t('part_hint')}
                autoComplete="off"
                spellCheck={false}
                value={name}
                onBlur={onBlur}
                onChange={(event) => set(event.target.value === '' ? base : `${base}:${event.target.value}`)}
              />
            ) : null}
          </div>
        );
      }}
    </FormField>
  );
}

function OperatorPart({ form, at, field }: { form: Form; at: At; field: string }) {
  const t = useTranslations('guard.rules.builder');
  const word = useWord();
  const operators: readonly Operator[] = fieldOf(field)?.operators ?? [];
  return (
    <FormField form={form} name={`${at}.op`} label={t('op')} labelClassName={HIDDEN}>
      {({ value, set, onBlur, aria }) => (
        <Select<Operator>
          {...aria}
          value={value as Operator}
          options={operators.map((op) => ({ value: op, label: word('words.match_op', op) }))}
          placeholder={String(value)}
          onBlur={onBlur}
          onChange={(op) => {
            if (isUnary(op)) form.setValue(`${at}.data`, '', { shouldDirty: true });
            set(op);
          }}
        />
      )}
    </FormField>
  );
}

type Refusals = { form: Form; refused: Refused | null };

/** Why the value of a condition is refused, once the reader has left it. */
function useRefusal({ form, refused }: Refusals, name: `${At}.data`): string | undefined {
  const { isTouched } = form.getFieldState(name, useFormState({ control: form.control, name }));
  return isTouched && refused?.field === name ? refused.message : undefined;
}

function Condition({ form, refused, at, index }: Refusals & { at: At; index: number }) {
  const t = useTranslations('guard.rules.builder');
  const { field, op } = useWatch({ control: form.control, name: at }) ?? NONE;
  const refusal = useRefusal({ form, refused }, `${at}.data`);
  return (
    <div className="grid min-w-0 items-start gap-2 sm:grid-cols-[2.25rem_minmax(0,10rem)_minmax(0,10rem)_minmax(0,1fr)]">
      <span className="text-ink-3 sm:pt-1.5 sm:text-right">{t(index === 0 ? 'when' : 'and')}</span>
      <FieldPart form={form} at={at} />
      <OperatorPart form={form} at={at} field={field} />
      <FormField form={form} name={`${at}.data`} label={t('value')} labelClassName={HIDDEN} refusal={refusal}>
        {({ value, set, onBlur, aria }) =>
          isUnary(op) ? (
            <output id={aria.id} className="text-ink-3 sm:pt-1.5">
              {t('no_value')}
            </output>
          ) : (
            <ConditionValue
              field={field}
              op={op}
              value={String(value ?? '')}
              onChange={set}
              onBlur={onBlur}
              aria={aria}
            />
          )
        }
      </FormField>
    </div>
  );
}

/** The conditions of a rule, each a row. */
export function Conditions({ form, refused }: Refusals) {
  const t = useTranslations('guard.rules.builder');
  return (
    <FieldArray
      form={form}
      name="matches"
      label={t('conditions')}
      addLabel={t('add_condition')}
      newRow={() => NEW_CONDITION}
      min={1}
      max={MAX_MATCHES}
    >
      {(index, at) => <Condition form={form} refused={refused} at={at} index={index} />}
    </FieldArray>
  );
}
