'use client';

import { useTranslations } from 'next-intl';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { FieldArray } from '@/components/form/field-array';
import { FormField, SelectField, TextField } from '@/components/form/fields';
import { Select } from '@/components/ui/controls/select';
import { MAX_RULES } from '@/lib/guard/waf-groups/contract';
import { CONTAINS, REGEX, ZONE_NAMES, ZONES } from '@/lib/guard/waf-groups/vocabulary';
import type { GroupValues } from './group-form';
import { comparisonOf, OPERATORS, operatorOf } from './operators';

type Form = UseFormReturn<GroupValues>;
type Path = `rules.${number}`;

const COLUMNS = 'grid grid-cols-2 gap-2 lg:grid-cols-[150px_minmax(0,1fr)_190px_minmax(0,2fr)]';
/** On wide screens the names are written once, above the columns. */
const NAMED_ABOVE = 'lg:sr-only';

const newRule = (): NonNullable<GroupValues['rules']>[number] => {
  return { zone: 'ARGS', sub_field: '', pattern_type: CONTAINS, pattern: '', describe: '', is_not: false };
};

/** How the part is compared, with its contrary, as one choice. */
function OperatorField({ form, path }: { form: Form; path: Path }) {
  const t = useTranslations('guard.waf-groups');
  const is_not = useWatch({ control: form.control, name: `${path}.is_not` }) ?? false;
  return (
    <FormField form={form} name={`${path}.pattern_type`} label={t('fields.operator')} labelClassName={NAMED_ABOVE}>
      {({ value, set, onBlur, aria }) => (
        <Select
          {...aria}
          value={operatorOf({ pattern_type: Number(value), is_not })}
          options={OPERATORS.map((operator) => ({ value: operator, label: t(`operators.${operator}`) }))}
          onBlur={onBlur}
          onChange={(operator) => {
            const comparison = comparisonOf(operator);
            set(comparison?.pattern_type);
            form.setValue(`${path}.is_not`, comparison?.is_not, { shouldDirty: true });
          }}
        />
      )}
    </FormField>
  );
}

function SubRuleRow({ form, path }: { form: Form; path: Path }) {
  const t = useTranslations('guard.waf-groups');
  const { zone, pattern_type, sub_field } = useWatch({ control: form.control, name: path }) ?? {};
  const hasName = zone !== undefined && ZONES[zone]?.names !== '';
  return (
    <div className={COLUMNS}>
      <SelectField
        form={form}
        name={`${path}.zone`}
        label={t('fields.zone')}
        labelClassName={NAMED_ABOVE}
        options={ZONE_NAMES.map((value) => ({ value, label: t(`zones.${value}`) }))}
      />
      {hasName || sub_field ? (
        <TextField
          form={form}
          name={`${path}.sub_field`}
          label={t('fields.sub_field')}
          labelClassName={NAMED_ABOVE}
          optional="clears"
          mono
          placeholder={t('any_name')}
        />
      ) : (
        <span aria-hidden="true" className="self-center px-2 text-ink-3 max-lg:sr-only">
          —
        </span>
      )}
      <OperatorField form={form} path={path} />
      <TextField
        form={form}
        name={`${path}.pattern`}
        label={t('fields.pattern')}
        labelClassName={NAMED_ABOVE}
        mono
        placeholder={t(pattern_type === REGEX ? 'example_regex' : 'example')}
      />
    </div>
  );
}

/** The sub-rules of a group as rows: what is read, the part that is meant, how it is compared, with what. */
export function SubRuleFields({ form }: { form: Form }) {
  const t = useTranslations('guard.waf-groups');
  return (
    <FieldArray
      form={form}
      name="rules"
      label={t('sub_rules')}
      addLabel={t('add_sub_rule')}
      newRow={newRule}
      max={MAX_RULES}
      head={
        <span className={COLUMNS}>
          <span>{t('fields.zone')}</span>
          <span>{t('fields.sub_field')}</span>
          <span>{t('fields.operator')}</span>
          <span>{t('fields.pattern')}</span>
        </span>
      }
    >
      {(_, path) => <SubRuleRow form={form} path={path} />}
    </FieldArray>
  );
}
