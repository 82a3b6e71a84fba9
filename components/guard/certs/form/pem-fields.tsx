'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import type { FieldPath, PathValue, UseFormReturn } from 'react-hook-form';
import { Button } from '@/components/ui/controls/button';
import type { Inspection, PemName, Pems } from './inspect';
import { PemField } from './pem-field';
import { type SortedPem, sortPem } from './sort-pem';

const PAIRS = { own: { cert: 'cert', key: 'key' }, sign: { cert: 'sign_cert', key: 'sign_key' } } as const;

/** Certificate and key, and folded away until an SM2 certificate is there the signing pair such ones come with. */
export function PemFields<V extends Pems>({
  form,
  found,
  keepsKey,
}: {
  form: UseFormReturn<V>;
  found: Inspection;
  /** The key may be left out: the one stored stays. */
  keepsKey?: boolean;
}) {
  const t = useTranslations('guard.certs.form');
  const [isFolded, setFolded] = useState(true);
  if (isFolded && found.cert?.key_type === 'SM2') setFolded(false);
  const put = (pair: keyof typeof PAIRS, from: keyof SortedPem) => (text: string) => {
    const sorted = sortPem(text, from);
    for (const part of ['cert', 'key'] as const) {
      if (sorted[part] === '') continue;
      const name = PAIRS[pair][part] as FieldPath<V>;
      form.setValue(name, sorted[part] as PathValue<V, FieldPath<V>>, { shouldDirty: true, shouldValidate: true });
    }
  };
  const shared = (name: PemName) => ({ form, name: name as FieldPath<V>, refusal: found.refusals[name] });
  return (
    <>
      <PemField {...shared('cert')} label={t('cert')} hint={t('cert_hint')} rows={6} onText={put('own', 'cert')} />
      <PemField
        {...shared('key')}
        label={t('key')}
        hint={t(keepsKey ? 'key_kept' : 'key_hint')}
        optional={keepsKey}
        rows={4}
        onText={put('own', 'key')}
      />
      {isFolded ? (
        <div>
          <Button variant="quiet" size="small" icon="plus" className="-ml-2.5" onClick={() => setFolded(false)}>
            {t('unfold')}
          </Button>
        </div>
      ) : (
        <fieldset className="flex flex-col gap-4.5 border-l-[3px] border-line pl-3.5">
          <legend className="sr-only">{t('sign_pair')}</legend>
          <PemField
            {...shared('sign_cert')}
            label={t('sign_cert')}
            hint={t('sign_hint')}
            optional
            rows={4}
            onText={put('sign', 'cert')}
          />
          <PemField {...shared('sign_key')} label={t('sign_key')} optional rows={4} onText={put('sign', 'key')} />
        </fieldset>
      )}
    </>
  );
}
