'use client';

import { useTranslations } from 'next-intl';
import { useEffect } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { FormField } from '@/components/form/fields';
import { CertPicker, NO_CERT, useCoveringCerts } from '@/components/guard/certs/cert-picker';
import { Can } from '@/components/layout/account/can';
import { Button } from '@/components/ui/controls/button';
import { SM2, STANDARD } from '@/lib/guard/certs/vocabulary';
import type { NewDomains } from './new-domains';
import { useEntered } from './use-entered';

type Ids = readonly number[];

/** The ids with the one among `offered` replaced: a domain has at most one certificate of a type. */
const withChoice = (ids: Ids, offered: Ids, id: number): number[] => [
  ...ids.filter((each) => !offered.includes(each)),
  ...(id === NO_CERT ? [] : [id]),
];

/**
 * The certificates of the new domains, out of those that cover all of them, or a new one. SM2 certificates have a
 * choice of their own where there are any.
 */
export function CertificateField({ form, onNew }: { form: UseFormReturn<NewDomains>; onNew: () => void }) {
  const t = useTranslations('guard.domains.new');
  const entered = useEntered(form.control);
  const standard = useCoveringCerts(entered, STANDARD);
  const sm2 = useCoveringCerts(entered, SM2);
  const offered = { standard: standard.certs.map((cert) => cert.id), sm2: sm2.certs.map((cert) => cert.id) };
  const all = [...offered.standard, ...offered.sm2].join(' ');
  useEffect(() => {
    if (standard.isLoading || sm2.isLoading) return;
    const known = all.split(' ').map(Number);
    const chosen = form.getValues('cert_ids') ?? [];
    const left = chosen.filter((id) => known.includes(id));
    if (left.length < chosen.length) form.setValue('cert_ids', left, { shouldDirty: true });
  }, [all, standard.isLoading, sm2.isLoading, form]);
  return (
    <FormField form={form} name="cert_ids" label={t('certificate')} hint={t('certificate_hint')}>
      {({ value, set, onBlur, aria }) => {
        const ids = (value ?? []) as Ids;
        const chosen = (among: Ids) => ids.find((id) => among.includes(id)) ?? NO_CERT;
        return (
          <span className="flex flex-col gap-2">
            <span className="flex items-center gap-2">
              <CertPicker
                {...aria}
                domains={entered}
                certificate_type={STANDARD}
                value={chosen(offered.standard)}
                onChange={(id) => set(withChoice(ids, offered.standard, id))}
                onBlur={onBlur}
              />
              <Can permission="guard.cert.create">
                <Button icon="upload" onClick={onNew}>
                  {t('upload')}
                </Button>
              </Can>
            </span>
            {offered.sm2.length > 0 ? (
              <CertPicker
                aria-label={t('certificate_sm2')}
                domains={entered}
                certificate_type={SM2}
                value={chosen(offered.sm2)}
                onChange={(id) => set(withChoice(ids, offered.sm2, id))}
                onBlur={onBlur}
              />
            ) : null}
          </span>
        );
      }}
    </FormField>
  );
}
