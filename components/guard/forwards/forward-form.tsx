'use client';

import { useTranslations } from 'next-intl';
import { type ReactNode, useId } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { useWord } from '@/components/audit/word';
import { ChangedMeanwhile } from '@/components/form/changed-meanwhile';
import { EditPanel } from '@/components/form/edit-panel';
import { CheckboxField, NumberField, SelectField, TextAreaField, TextField } from '@/components/form/fields';
import { useEndpointForm } from '@/components/form/use-endpoint-form';
import { useVersion } from '@/components/form/use-version';
import { useList } from '@/components/layout/preferences/use-format';
import { call } from '@/lib/api/client';
import { type Forward, forwards } from '@/lib/guard/forwards/contract';
import { BALANCES, DISABLED, ENABLED, PROTOCOLS } from '@/lib/guard/forwards/vocabulary';
import { DomainField } from './domain-field';
import { forwardName } from './forward-name';
import { editWhole, type ForwardValues, newForward, otherFields, valuesOf } from './forward-values';
import { FORWARDS } from './permissions';

type Form = UseFormReturn<ForwardValues>;

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex flex-col gap-3 border-t border-line pt-3.5">
      <h3 id={id} className="font-medium">
        {title}
      </h3>
      {children}
    </section>
  );
}

/** The fields of the open objects that Parapet knows; what else they hold is kept. */
function Settings({ form }: { form: Form }) {
  const t = useTranslations('guard.forwards');
  const word = useWord();
  const list = useList();
  const others = otherFields(useWatch({ control: form.control }));
  const balances = BALANCES.map((value) => ({ value: String(value), label: word('words.forward_balance', value) }));
  return (
    <>
      <Part title={t('parts.sources')}>
        <TextField
          form={form}
          name="node_ipaddrs"
          label={t('fields.node_ipaddrs')}
          hint={t('hints.node_ipaddrs')}
          optional="clears"
          mono
          placeholder="203.0.113.24, 2001:db8::24"
        />
        <div className="grid gap-3 sm:grid-cols-2">
          <NumberField
            form={form}
            name="src_setting.port"
            label={t('fields.src_port')}
            hint={t('hints.src_port')}
            optional
          />
          <SelectField
            form={form}
            name="src_setting.balance"
            label={t('fields.balance')}
            options={[{ value: '', label: t('unset') }, ...balances]}
            placeholder={t('unset')}
            optional
          />
        </div>
      </Part>
      <Part title={t('parts.connections')}>
        <div className="grid gap-3 sm:grid-cols-3">
          <NumberField
            form={form}
            name="adv_settings.connect_timeout"
            label={t('fields.connect_timeout')}
            unit={t('seconds')}
            optional
          />
          <NumberField
            form={form}
            name="adv_settings.idle_timeout"
            label={t('fields.idle_timeout')}
            unit={t('seconds')}
            optional
          />
          <NumberField
            form={form}
            name="adv_settings.max_connections"
            label={t('fields.max_connections')}
            hint={t('hints.max_connections')}
            optional
          />
        </div>
        <CheckboxField
          form={form}
          name="adv_settings.proxy_protocol"
          label={t('fields.proxy_protocol')}
          hint={t('hints.proxy_protocol')}
        />
      </Part>
      <Part title={t('parts.nodes')}>
        <CheckboxField form={form} name="node_setting.ipv6" label={t('fields.ipv6')} />
        <div className="grid gap-3 sm:grid-cols-2">
          <NumberField form={form} name="node_setting.backlog" label={t('fields.backlog')} optional />
        </div>
        <TextAreaField
          form={form}
          name="dev_setting"
          label={t('fields.dev_setting')}
          hint={t('hints.dev_setting')}
          optional="clears"
          mono
          rows={3}
        />
        {others.length > 0 ? <p className="text-12 text-ink-2">{t('other_fields', { fields: list(others) })}</p> : null}
      </Part>
    </>
  );
}

/** Forwards a port of a domain, which is chosen where none is given, or edits a forward. Mount it with the forward's id as `key`. */
export function ForwardForm({
  domain,
  forward,
  onClose,
}: {
  domain?: Pick<Forward, 'domain' | 'domain_id'>;
  forward?: Forward;
  onClose: () => void;
}) {
  const t = useTranslations('guard.forwards');
  const field = useTranslations('fields');
  const params = { id: String(forward?.id ?? '') };
  const version = useVersion(forward, { read: () => call(forwards.view, { params }), bodyOf: valuesOf });
  const edit = useEndpointForm(editWhole, {
    defaultValues: forward ? valuesOf(forward) : newForward(domain),
    send: (body) =>
      version.save((utime) =>
        forward ? call(forwards.edit, { params, query: { utime }, body }) : call(forwards.create, { body }),
      ),
    savedNotice: t(forward ? 'saved' : 'created'),
    onSaved: onClose,
  });
  const { form } = edit;
  const protocols = Object.entries(PROTOCOLS).map(([value, label]) => ({ value: Number(value), label }));
  return (
    <EditPanel
      title={forward ? t('edit_title', { name: forwardName(forward) }) : t('create')}
      edit={{
        ...edit,
        formError: version.met ? null : edit.formError,
        permission: forward ? FORWARDS.edit : FORWARDS.add,
      }}
      submitLabel={t(forward ? 'save' : 'create')}
      onCancel={onClose}
      note={
        <ChangedMeanwhile
          type="forward"
          version={version}
          mine={form.getValues()}
          onSettle={(taken) => (taken ? form.reset(taken) : undefined)}
        />
      }
    >
      <div className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_140px_140px]">
        <DomainField form={form} />
        <SelectField form={form} name="schema" label={t('fields.schema')} options={protocols} />
        <NumberField form={form} name="port" label={t('fields.port')} placeholder="25565" />
      </div>
      <TextField form={form} name="describe" label={field('note')} optional="clears" maxLength={500} />
      <CheckboxField form={form} name="status" label={t('enabled')} values={{ on: ENABLED, off: DISABLED }} />
      <Settings form={form} />
    </EditPanel>
  );
}
