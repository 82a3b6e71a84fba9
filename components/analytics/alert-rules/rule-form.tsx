'use client';

import { useTranslations } from 'next-intl';
import { type ReactNode, useId } from 'react';
import { useWatch } from 'react-hook-form';
import { CheckboxField, FormField, TextField } from '@/components/form/fields';
import { FormPage } from '@/components/form/form-page';
import { useEndpointForm } from '@/components/form/use-endpoint-form';
import { useVersion } from '@/components/form/use-version';
import { latePart } from '@/components/layout/preferences/late-part';
import { Panel } from '@/components/ui/content/panel';
import { type AlertRule, alertRules } from '@/lib/analytics/alert-rules/contract';
import { DISABLED, ENABLED } from '@/lib/analytics/alert-rules/vocabulary';
import { call } from '@/lib/api/client';
import { ChannelsField } from './channels-field';
import { ConditionFields } from './condition-fields';
import { DomainPicker } from './domain-picker';
import { DryRunPanel } from './dry-run-panel';
import { editWhole, NEW_RULE, valuesOf } from './rule-values';
import { ScheduleFields } from './schedule-fields';
import { useRuleWords } from './use-rule-words';

// Met far less often than the form is opened.
const ChangedMeanwhile = latePart(() =>
  import('@/components/form/changed-meanwhile').then((m) => m.ChangedMeanwhile),
) as typeof import('@/components/form/changed-meanwhile').ChangedMeanwhile;

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex flex-col gap-3.5 border-line border-t pt-3.5">
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

/** Makes a rule or edits one, beside what it would have done. Mount it with the rule's id as `key`. */
export function RuleForm({
  rule,
  onSaved,
  onCancel,
}: {
  rule?: AlertRule;
  onSaved: (rule: AlertRule) => void;
  onCancel: () => void;
}) {
  const t = useTranslations('analytics.alert-rules');
  const field = useTranslations('fields');
  const words = useRuleWords();
  const params = { id: String(rule?.id ?? '') };
  const version = useVersion(rule, { read: () => call(alertRules.view, { params }), bodyOf: valuesOf });
  const edit = useEndpointForm(editWhole, {
    defaultValues: rule ? valuesOf(rule) : NEW_RULE,
    send: (body) =>
      version.save((utime) =>
        rule ? call(alertRules.edit, { params, query: { utime }, body }) : call(alertRules.create, { body }),
      ),
    savedNotice: t(rule ? 'saved' : 'created'),
    onSaved,
  });
  const { form } = edit;
  const values = useWatch({ control: form.control });
  const known = rule?.domain_id ? { domain_id: rule.domain_id, domain: rule.domain } : undefined;
  return (
    <div className="grid items-start gap-3 lg:grid-cols-2">
      <Panel>
        <FormPage
          edit={{
            ...edit,
            formError: version.met ? null : edit.formError,
            permission: rule ? 'analytics.alertrule.edit' : 'analytics.alertrule.create',
          }}
          submitLabel={t(rule ? 'save' : 'create')}
          onCancel={onCancel}
        >
          {version.met ? (
            <ChangedMeanwhile
              type="alert_rule"
              version={version}
              mine={form.getValues()}
              onSettle={(taken) => (taken ? form.reset(taken) : undefined)}
            />
          ) : null}
          <TextField form={form} name="name" label={field('name')} maxLength={100} placeholder={t('name_example')} />
          <FormField form={form} name="domain_id" label={t('fields.domain')} hint={t('hints.domain')}>
            {({ value, set, onBlur, aria }) => (
              <DomainPicker
                {...aria}
                known={known}
                none={t('all_domains')}
                value={String(value ?? '')}
                onChange={set}
                onBlur={onBlur}
              />
            )}
          </FormField>
          <Part title={t('parts.condition')}>
            <ConditionFields form={form} />
            <p aria-live="polite" className="rounded-2 bg-sunken px-3 py-2 text-ink-2">
              {t('fires_when', { what: words.sentence(values) })}
            </p>
          </Part>
          <Part title={t('parts.schedule')}>
            <ScheduleFields form={form} />
          </Part>
          <Part title={t('parts.channels')}>
            <ChannelsField form={form} />
          </Part>
          <CheckboxField
            form={form}
            name="status"
            label={t('enabled')}
            hint={t('hints.status')}
            values={{ on: ENABLED, off: DISABLED }}
          />
        </FormPage>
      </Panel>
      <DryRunPanel rule={values} known={known} />
    </div>
  );
}
