'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useWatch } from 'react-hook-form';
import { CheckboxField, FormField, TextField } from '@/components/form/fields';
import { FormDialog } from '@/components/form/form-dialog';
import { useEndpointForm } from '@/components/form/use-endpoint-form';
import { usePermissionName } from '@/components/sys/permissions/use-permission-tree';
import { Checkbox } from '@/components/ui/controls/checkbox';
import { Refusal } from '@/components/ui/states/refusal';
import { call } from '@/lib/api/client';
import { apiKeyUsage, type LeastPrivilege } from '@/lib/sys/api-key-usage/contract';
import { type ApiKey, DEFAULT_DAYS } from '@/lib/sys/api-keys/contract';
import { ExpiryField } from '../expiry-field';
import type { NewKey } from '../secret/new-key';
import { ReplayReport } from './replay-report';

/** The replay of the past calls against some scopes; it issues nothing, so it may be asked as often as one likes. */
function useReplay(key_id: string, scopes: readonly string[], days: LeastPrivilege['days']) {
  return useQuery({
    queryKey: [apiKeyUsage.narrow.path, key_id, days, scopes],
    queryFn: ({ signal }) => {
      const body = { scopes: [...scopes], days: days === 30 ? (30 as const) : (90 as const), dry_run: true };
      return call(apiKeyUsage.narrow, { params: { id: key_id }, body }, signal);
    },
    enabled: scopes.length > 0,
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
}

/** A narrower key beside this one: what it shall keep, what that would have refused, then its issue. */
export function NarrowDialog({
  apiKey,
  seen,
  onClose,
  onIssued,
}: {
  apiKey: ApiKey;
  seen: LeastPrivilege;
  onClose: () => void;
  onIssued: (key: NewKey) => void;
}) {
  const t = useTranslations('sys.api-keys.narrow');
  const field = useTranslations('fields');
  const edit = useEndpointForm(apiKeyUsage.narrow, {
    params: { id: apiKey.key_id },
    defaultValues: {
      name: apiKey.name,
      scopes: seen.proposed_scopes,
      expires_in_days: DEFAULT_DAYS,
      days: seen.days === 30 ? 30 : 90,
      accept_refusals: false,
    },
    onSaved: ({ key }, { scopes }) => {
      onClose();
      if (key) onIssued({ ...key, scopes, allowed_ip_cidrs: apiKey.allowed_ip_cidrs });
    },
  });
  const { control } = edit.form;
  const scopes = useWatch({ control, name: 'scopes' });
  const { data, error } = useReplay(apiKey.key_id, scopes, seen.days);
  const replay = data?.replay;
  return (
    <FormDialog
      open
      size="wide"
      onClose={onClose}
      title={t('title', { name: apiKey.name })}
      description={t('text')}
      submitLabel={t('submit')}
      edit={edit}
    >
      <TextField form={edit.form} name="name" label={field('name')} />
      <ExpiryField form={edit.form} name="expires_in_days" />
      <FormField form={edit.form} name="scopes" label={t('scopes')} group>
        {({ value, set }) => <Kept seen={seen} value={value as string[]} onChange={set} />}
      </FormField>
      <div aria-live="polite" className="flex flex-col gap-2.5">
        {scopes.length > 0 || seen.calls === 0 ? (
          <ReplayReport
            replay={scopes.length > 0 ? replay : undefined}
            calls={seen.calls}
            days={seen.days}
            error={error ? <Refusal error={error} /> : null}
          />
        ) : null}
        {replay && replay.refused_calls > 0 && scopes.length > 0 ? (
          <CheckboxField form={edit.form} name="accept_refusals" label={t('accept')} />
        ) : null}
      </div>
    </FormDialog>
  );
}

/** The permissions of the key, used ones first; what is left out the new key will not have. */
function Kept({
  seen,
  value,
  onChange,
}: {
  seen: LeastPrivilege;
  value: readonly string[];
  onChange: (scopes: string[]) => void;
}) {
  const t = useTranslations('sys.api-keys.narrow');
  const nameOf = usePermissionName();
  const rows = [...seen.permissions].sort((a, b) => b.count - a.count);
  const toggle = (permission: string, on: boolean) =>
    onChange(on ? [...value, permission] : value.filter((each) => each !== permission));
  return (
    <ul aria-label={t('scopes')} className="max-h-60 overflow-auto rounded-2 border border-line px-3 py-1.5">
      {rows.map(({ permission, count }) => (
        <li key={permission} className="flex min-h-7 items-center gap-2">
          <Checkbox
            className="min-w-0 flex-1"
            label={
              <span className="min-w-0 truncate" data-tip={permission}>
                {nameOf(permission)}
              </span>
            }
            checked={value.includes(permission)}
            onChange={(on) => toggle(permission, on)}
          />
          <span className="text-12 text-ink-3 tabular-nums">{count === 0 ? t('unused') : t('used', { count })}</span>
        </li>
      ))}
    </ul>
  );
}
