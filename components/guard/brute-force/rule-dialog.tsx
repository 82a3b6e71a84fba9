'use client';

import { useTranslations } from 'next-intl';
import { useWord } from '@/components/audit/word';
import { CheckboxField, NumberField, SelectField, TextField } from '@/components/form/fields';
import { FormDialog } from '@/components/form/form-dialog';
import { useEndpointForm } from '@/components/form/use-endpoint-form';
import {
  ACTIONS,
  BruteForceInput,
  type BruteForceRule,
  bruteForce,
  LEVELS,
  TIME_UNITS,
} from '@/lib/guard/brute-force/contract';

/** Ten failed sign-ins a minute are more than a person makes. */
const FIRST = {
  name: '',
  describe: '',
  uri: '/login',
  rate: 10,
  rate_time: 1,
  req_time_unit: 'ReqUnit_2_PMin' as const,
  status: true,
  level: 'ip' as const,
  action: { type: 'block' as const, duration: 600 },
};
/** The form holds a whole rule, which a change of all its fields is too. */
const editWhole = { ...bruteForce.edit, body: BruteForceInput };

/** Creates a rule, or edits one where `rule` is given. Mount it with the rule's id as `key`. */
export function RuleDialog({
  domain_id,
  rule,
  onClose,
}: {
  domain_id: string;
  rule?: BruteForceRule;
  onClose: () => void;
}) {
  const t = useTranslations('guard.brute-force');
  const field = useTranslations('fields');
  const word = useWord();
  const { id, ...values } = rule ?? { id: undefined, ...FIRST };
  const edit = useEndpointForm(rule ? editWhole : bruteForce.create, {
    params: { id: domain_id, ...(id === undefined ? {} : { rule_id: String(id) }) },
    defaultValues: values,
    savedNotice: t(rule ? 'saved' : 'created'),
    onSaved: onClose,
  });
  const { form } = edit;
  return (
    <FormDialog
      open
      size="wide"
      onClose={onClose}
      title={rule ? t('edit_title', { name: rule.name }) : t('create')}
      submitLabel={t(rule ? 'save' : 'create')}
      edit={edit}
    >
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField form={form} name="name" label={field('name')} maxLength={100} />
        <TextField form={form} name="uri" label={t('fields.uri')} mono placeholder="/login" />
      </div>
      <TextField form={form} name="describe" label={field('note')} optional="clears" maxLength={500} />
      <div className="grid grid-cols-3 gap-3">
        <NumberField form={form} name="rate" label={t('fields.rate')} />
        <NumberField form={form} name="rate_time" label={t('fields.rate_time')} />
        <SelectField
          form={form}
          name="req_time_unit"
          label={t('fields.req_time_unit')}
          options={TIME_UNITS.map((value) => ({ value, label: word('words.rate_unit', value) }))}
        />
        <SelectField
          form={form}
          name="level"
          label={t('fields.level')}
          options={LEVELS.map((value) => ({ value, label: word('words.counted_by', value) }))}
        />
        <SelectField
          form={form}
          name="action.type"
          label={t('fields.action')}
          options={ACTIONS.map((value) => ({ value, label: word('words.brute_force_action', value) }))}
        />
        <NumberField form={form} name="action.duration" label={t('fields.duration')} unit={t('seconds')} />
      </div>
      <CheckboxField form={form} name="status" label={t('enabled')} />
    </FormDialog>
  );
}
