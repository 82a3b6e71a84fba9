'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { useWord } from '@/components/audit/word';
import { CheckboxField, FormField, SelectField, TextField } from '@/components/form/fields';
import { FormDialog } from '@/components/form/form-dialog';
import { useEndpointForm, type ValuesOf } from '@/components/form/use-endpoint-form';
import { useLanguage } from '@/components/layout/preferences/intl-provider';
import { Input } from '@/components/ui/controls/input';
import { type AlertChannel, AlertChannelChange, alertChannels } from '@/lib/analytics/alert-channels/contract';
import { CHANNEL_KINDS, type ChannelKind } from '@/lib/analytics/alert-channels/vocabulary';
import { LOCALE_NAMES, LOCALES } from '@/lib/i18n/locales';
import { mailtoOf, placeOf } from './channel-words';

type Values = ValuesOf<typeof alertChannels.create>;
type Form = UseFormReturn<Values>;
type FieldsProps = { form: Form; kind: ChannelKind; channel?: AlertChannel };

/** Kinds that sign what they send. */
const SIGNING: readonly ChannelKind[] = ['webhook', 'dingtalk', 'feishu'];

/** Mail addresses, which the API takes as one address of the web; they stay as they are typed. */
function MailField({ form }: Pick<FieldsProps, 'form'>) {
  const t = useTranslations('analytics.alert-channels');
  const [typed, setTyped] = useState(() => placeOf(String(form.getValues('url') ?? '')));
  return (
    <FormField form={form} name="url" label={t('fields.addresses')} hint={t('hints.addresses')}>
      {({ set, onBlur, ref, aria }) => (
        <Input
          {...aria}
          ref={ref}
          mono
          autoComplete="off"
          placeholder="ops@example.com, oncall@example.com"
          value={typed}
          onBlur={onBlur}
          onChange={({ target }) => {
            setTyped(target.value);
            set(mailtoOf(target.value));
          }}
        />
      )}
    </FormField>
  );
}

function AddressField({ form, kind, channel }: FieldsProps) {
  const t = useTranslations('analytics.alert-channels');
  if (kind === 'mail') return <MailField form={form} />;
  return (
    <TextField
      form={form}
      name="url"
      label={t('fields.url')}
      hint={channel ? t('hints.url_kept', { origin: channel.origin }) : t(`hints.url.${kind}`)}
      optional={channel !== undefined}
      mono
      placeholder={channel ? undefined : t(`examples.${kind}`)}
    />
  );
}

function SecretField({ form, kind, channel }: FieldsProps) {
  const t = useTranslations('analytics.alert-channels');
  if (!SIGNING.includes(kind)) return null;
  const isKept = channel?.has_secret === true;
  return (
    <>
      <TextField
        form={form}
        name="secret"
        type="password"
        autoComplete="new-password"
        label={t('fields.secret')}
        hint={isKept ? t('hints.secret_kept') : t(`hints.secret.${kind}`)}
        optional={channel !== undefined || kind !== 'webhook'}
      />
      {isKept && kind !== 'webhook' ? (
        <CheckboxField form={form} name="secret" label={t('remove_secret')} values={{ on: '', off: undefined }} />
      ) : null}
    </>
  );
}

/** Makes a channel, or edits one, whose address and secret are never shown again. Mount it with the channel's id as `key`. */
export function ChannelDialog({ channel, onClose }: { channel?: AlertChannel; onClose: () => void }) {
  const t = useTranslations('analytics.alert-channels');
  const field = useTranslations('fields');
  const word = useWord();
  const { locale } = useLanguage();
  const endpoint = channel ? { ...alertChannels.edit, body: AlertChannelChange } : alertChannels.create;
  const isMail = channel?.kind === 'mail';
  const edit = useEndpointForm(endpoint as typeof alertChannels.create, {
    params: channel && { id: String(channel.id) },
    defaultValues: {
      kind: channel?.kind ?? 'webhook',
      name: channel?.name ?? '',
      // What stays as it is, is not sent.
      url: channel ? (isMail ? channel.origin : undefined) : '',
      secret: undefined,
      locale: channel?.locale ?? locale,
      status: channel?.status ?? 2,
    },
    // Its kind stays.
    prepare: channel ? ({ kind: _kind, ...change }) => change as Values : undefined,
    savedNotice: t(channel ? 'saved' : 'created'),
    onSaved: onClose,
  });
  const { form } = edit;
  const kind = useWatch({ control: form.control, name: 'kind' });
  return (
    <FormDialog
      open
      onClose={onClose}
      title={channel ? t('edit_title', { name: channel.name }) : t('create')}
      submitLabel={t(channel ? 'save' : 'create')}
      edit={edit}
    >
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField form={form} name="name" label={field('name')} maxLength={100} />
        {channel ? null : (
          <SelectField
            form={form}
            name="kind"
            label={t('fields.kind')}
            options={CHANNEL_KINDS.map((value) => ({ value, label: word('words.alert_channel_kind', value) }))}
          />
        )}
      </div>
      <AddressField key={`url ${kind}`} form={form} kind={kind} channel={channel} />
      <SecretField key={`secret ${kind}`} form={form} kind={kind} channel={channel} />
      <SelectField
        form={form}
        name="locale"
        label={t('fields.locale')}
        options={LOCALES.map((value) => ({ value, label: LOCALE_NAMES[value] }))}
      />
      <CheckboxField
        form={form}
        name="status"
        label={t('enabled')}
        hint={t('hints.status')}
        values={{ on: 2, off: 1 }}
      />
    </FormDialog>
  );
}
