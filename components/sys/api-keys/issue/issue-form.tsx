'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { type FormEvent, useState } from 'react';
import { useWatch } from 'react-hook-form';
import type { z } from 'zod';
import { TextField } from '@/components/form/fields';
import { focusFirstError } from '@/components/form/focus-first-error';
import { FormPage } from '@/components/form/form-page';
import { useEndpointForm } from '@/components/form/use-endpoint-form';
import { Panel } from '@/components/ui/content/panel';
import { type ApiKeyInput, apiKeys, DEFAULT_DAYS, type IssuedKey } from '@/lib/sys/api-keys/contract';
import { ExpiryField } from '../expiry-field';
import { CidrField } from './cidr-field';
import { EffectivePanel } from './effective-panel';
import { type ScopeChoice, ScopeField } from './scope-field';

export type KeyValues = z.input<typeof ApiKeyInput>;

/** Name, end, addresses and scopes of a new key, beside what it will be able to do. */
export function IssueForm({ onIssued }: { onIssued: (key: IssuedKey, values: KeyValues) => void }) {
  const t = useTranslations('sys.api-keys');
  const field = useTranslations('fields');
  const router = useRouter();
  const [choice, setChoice] = useState<ScopeChoice>('chosen');
  const [isMissing, setMissing] = useState(false);
  // An empty list of scopes is everything, so "everything" is sent only where it was chosen by name.
  const prepare = (values: KeyValues): KeyValues => (choice === 'all' ? { ...values, scopes: [] } : values);
  const edit = useEndpointForm(apiKeys.create, {
    defaultValues: { name: '', scopes: [], expires_in_days: DEFAULT_DAYS, allowed_ip_cidrs: [] },
    prepare,
    onSaved: (key, values) => onIssued(key, prepare(values)),
  });
  const { control } = edit.form;
  const scopes = useWatch({ control, name: 'scopes' }) ?? [];
  const nothingChosen = choice === 'chosen' && scopes.length === 0;
  const submit = (event?: Parameters<typeof edit.submit>[0]) => {
    setMissing(nothingChosen);
    if (!nothingChosen) return edit.submit(event);
    event?.preventDefault();
    const form = (event as FormEvent<HTMLFormElement> | undefined)?.currentTarget ?? null;
    void edit.form.trigger().then((isValid) => {
      if (!isValid) return focusFirstError(form);
      form?.querySelector<HTMLElement>('[data-field=scopes] input[type=search]')?.focus();
    });
  };
  return (
    <div className="grid items-start gap-3 lg:grid-cols-[minmax(0,1fr)_416px]">
      <Panel>
        <FormPage edit={{ ...edit, submit }} submitLabel={t('issue')} onCancel={() => router.push('/sys/api-keys')}>
          <TextField form={edit.form} name="name" label={field('name')} hint={t('name_hint')} />
          <ExpiryField form={edit.form} name="expires_in_days" />
          <CidrField control={control} />
          <ScopeField control={control} choice={choice} onChoice={setChoice} isMissing={isMissing && nothingChosen} />
        </FormPage>
      </Panel>
      <EffectivePanel scopes={choice === 'all' ? 'all' : scopes} />
    </div>
  );
}
