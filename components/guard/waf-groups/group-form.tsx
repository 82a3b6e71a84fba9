'use client';

import { useTranslations } from 'next-intl';
import { useWatch } from 'react-hook-form';
import { useWord } from '@/components/audit/word';
import { ChangedMeanwhile } from '@/components/form/changed-meanwhile';
import { EditPanel } from '@/components/form/edit-panel';
import { SelectField, TextField } from '@/components/form/fields';
import { useEndpointForm, type ValuesOf } from '@/components/form/use-endpoint-form';
import { useVersion } from '@/components/form/use-version';
import { PARTS_OF_POLICY } from '@/components/guard/policies/parts-of-policy';
import { call } from '@/lib/api/client';
import { type WafGroup, WafGroupInput, wafGroups } from '@/lib/guard/waf-groups/contract';
import { ALL, ANY, BLOCK, CAPTCHA, LOG, OWN, SCOPES } from '@/lib/guard/waf-groups/vocabulary';
import { WAF_GROUPS } from './permissions';
import { SubRuleFields } from './sub-rule-fields';
import { SubRulesSentence } from './sub-rules-sentence';

/** Characters of a name (spec 2.11). */
const MAX_NAME = 100;

/** The form holds a whole group, which a change of all its fields is too. */
const editWhole = { ...wafGroups.edit, body: WafGroupInput.omit({ policy_id: true, rule_id: true, status: true }) };
export type GroupValues = ValuesOf<typeof editWhole>;

const FIRST: GroupValues = {
  name: '',
  describe: '',
  waf_type: OWN,
  sub_rule_condition: ALL,
  scope: '',
  action: LOG,
  rules: [{ zone: 'URL', sub_field: '', pattern_type: 3, pattern: '', describe: '', is_not: false }],
};

/** What of a stored group is edited; in a copy sub-rules get numbers of their own. */
function valuesOf(group: WafGroup, isCopy: boolean): GroupValues {
  const { name, describe, waf_type, sub_rule_condition, scope, action } = group;
  const rules = group.rules.map(({ rule_id, zone, sub_field, pattern_type, pattern, describe, is_not }) => {
    const rule = { zone, sub_field, pattern_type, pattern, describe, is_not };
    return isCopy ? rule : { rule_id, ...rule };
  });
  return { name, describe, waf_type, sub_rule_condition, scope, action, rules } as GroupValues;
}

/** Creates a WAF rule group in a policy, edits the one given, or begins a new one as `from` is. Mount it with the group's id as `key`. */
export function GroupForm({
  policy_id,
  group,
  from,
  onClose,
}: {
  policy_id: string;
  group?: WafGroup;
  from?: WafGroup;
  onClose: () => void;
}) {
  const t = useTranslations('guard.waf-groups');
  const field = useTranslations('fields');
  const word = useWord();
  const params = { id: String(group?.tag ?? '') };
  const version = useVersion(group, {
    read: () => call(wafGroups.view, { params }),
    bodyOf: (one: WafGroup) => valuesOf(one, false),
  });
  const copied = from && valuesOf(from, true);
  const edit = useEndpointForm(editWhole, {
    defaultValues: group
      ? valuesOf(group, false)
      : copied
        ? { ...copied, name: t('copy_name', { name: copied.name }).slice(0, MAX_NAME) }
        : FIRST,
    send: (body) =>
      version.save((utime) =>
        utime !== undefined
          ? call(wafGroups.edit, { params, query: { utime }, body })
          : call(wafGroups.create, { body: { ...body, policy_id } }),
      ),
    ...PARTS_OF_POLICY,
    savedNotice: t(group ? 'saved' : 'created'),
    onSaved: onClose,
  });
  const { form } = edit;
  const values = useWatch({ control: form.control });
  const words = (set: string, all: readonly number[]) => all.map((value) => ({ value, label: word(set, value) }));
  return (
    <EditPanel
      title={group ? t('edit_title', { name: group.name }) : t('create')}
      edit={{
        ...edit,
        formError: version.met ? null : edit.formError,
        permission: group ? WAF_GROUPS.edit : WAF_GROUPS.add,
      }}
      submitLabel={t(group ? 'save' : 'create')}
      onCancel={onClose}
      wide
      note={
        <ChangedMeanwhile
          type="waf_group"
          version={version}
          mine={form.getValues()}
          onSettle={(taken) => (taken ? form.reset(taken) : undefined)}
        />
      }
    >
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField form={form} name="name" label={field('name')} maxLength={MAX_NAME} />
        <TextField form={form} name="describe" label={field('note')} optional="clears" maxLength={500} />
      </div>
      <div className="grid gap-3 sm:grid-cols-3">
        <SelectField
          form={form}
          name="action"
          label={t('fields.action')}
          options={words('words.waf_action', [BLOCK, LOG, CAPTCHA])}
          hint={group ? undefined : t('hints.action')}
        />
        <SelectField
          form={form}
          name="scope"
          label={t('fields.scope')}
          options={SCOPES.map((value) => ({ value, label: t(`scopes.${value || 'all'}`) }))}
        />
        <SelectField
          form={form}
          name="sub_rule_condition"
          label={t('fields.sub_rule_condition')}
          options={words('words.waf_condition', [ALL, ANY])}
        />
      </div>
      <SubRuleFields form={form} />
      <p className="border-l-[3px] border-line-strong bg-sunken px-3 py-2">
        <SubRulesSentence
          group={{ sub_rule_condition: values.sub_rule_condition ?? ALL, rules: saidOf(values.rules) }}
        />
      </p>
    </EditPanel>
  );
}

/** Sub-rules that are being written, as far as they say anything. */
const saidOf = (rules: unknown): WafGroup['rules'] => (Array.isArray(rules) ? rules : []);
