'use client';

import { useTranslations } from 'next-intl';
import { CheckboxField, FormField, NumberField, TextField } from '@/components/form/fields';
import { FormDialog } from '@/components/form/form-dialog';
import { useEndpointForm } from '@/components/form/use-endpoint-form';
import { Select } from '@/components/ui/controls/select';
import { DISABLE, ENABLE } from '@/lib/guard/domains/vocabulary';
import { domainSettings, Source } from '@/lib/guard/settings/contract';
import { type OriginRow, withAdded, withEdited } from './origin-setting';
import { useWriteOrigin } from './use-write-origin';

const PROTOCOLS = ['https', 'http'];
const USUAL_PORTS: Record<string, number> = { http: 80, https: 443 };
/** One origin of the setting, as a form of its own. */
const saveOrigin = { ...domainSettings.edit, body: Source };

/** Adds an origin, or edits one where `row` is given. Mount it with the row's key as `key`. */
export function OriginDialog({ domain_id, row, onClose }: { domain_id: string; row?: OriginRow; onClose: () => void }) {
  const t = useTranslations('guard.origins');
  const write = useWriteOrigin(domain_id);
  const edit = useEndpointForm(saveOrigin, {
    params: { id: domain_id },
    defaultValues: row?.origin ?? { ip: '', port: 443, protocol: 'https', weight: 1, line: 'default', status: ENABLE },
    send: (values) => {
      const origin = Source.parse(values);
      return write((setting) => (row ? withEdited(setting, row, origin) : withAdded(setting, 0, origin)), row);
    },
    savedNotice: t(row ? 'saved' : 'added'),
    onSaved: onClose,
  });
  const { form } = edit;
  return (
    <FormDialog
      open
      onClose={onClose}
      title={row ? t('edit_title', { name: row.origin.ip }) : t('add')}
      submitLabel={t(row ? 'save' : 'add')}
      edit={edit}
    >
      <TextField form={form} name="ip" label={t('fields.ip')} mono placeholder="203.0.113.24" />
      <div className="grid grid-cols-3 gap-3">
        <FormField form={form} name="protocol" label={t('fields.protocol')}>
          {({ value, set, onBlur, aria }) => (
            <Select
              {...aria}
              value={String(value)}
              options={[...new Set([...PROTOCOLS, String(value)])].map((one) => ({
                value: one,
                label: one.toUpperCase(),
              }))}
              onBlur={onBlur}
              onChange={(protocol) => {
                const isUsual = form.getValues('port') === USUAL_PORTS[String(value)];
                set(protocol);
                const port = USUAL_PORTS[protocol];
                if (isUsual && port) form.setValue('port', port, { shouldDirty: true });
              }}
            />
          )}
        </FormField>
        <NumberField form={form} name="port" label={t('fields.port')} />
        <NumberField form={form} name="weight" label={t('fields.weight')} />
      </div>
      <TextField form={form} name="line" label={t('fields.line')} hint={t('line_hint')} maxLength={64} />
      <CheckboxField
        form={form}
        name="status"
        label={t('enabled')}
        hint={t('enabled_hint')}
        values={{ on: ENABLE, off: DISABLE }}
      />
    </FormDialog>
  );
}
