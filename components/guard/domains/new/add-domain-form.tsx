'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { TextField } from '@/components/form/fields';
import { FormPage } from '@/components/form/form-page';
import { useEndpointForm } from '@/components/form/use-endpoint-form';
import { PolicyDialog } from '@/components/guard/policies/policy-dialog';
import { latePart } from '@/components/layout/preferences/late-part';
import { Panel } from '@/components/ui/content/panel';
import { CertificateField } from './certificate-field';
import { createDomains } from './create-domains';
import { domainEntries, sortedOut } from './domain-entries';
import { DomainsField } from './domains-field';
import { type CreateResult, type NewDomains, newDomains, newOrigin } from './new-domains';
import { OriginFields } from './origin-fields';
import { PolicyField } from './policy-field';
import { ReviewPanel } from './review-panel';
import { useUploadedCert } from './use-uploaded-cert';

// Opened by few, and the certificate's form is large.
const UploadDialog = latePart(() => import('@/components/guard/certs/form/upload-dialog').then((m) => m.UploadDialog));

export const emptyForm: NewDomains = {
  domains: '',
  policy_id: '',
  src_sites: [newOrigin()],
  cert_ids: [],
  asset_name: undefined,
};

/** Domains, where their requests go and what protects them, beside what that will create. */
export function AddDomainForm({
  start,
  onCreated,
}: {
  start: NewDomains;
  onCreated: (results: CreateResult[], values: NewDomains) => void;
}) {
  const t = useTranslations('guard.domains');
  const field = useTranslations('fields');
  const router = useRouter();
  const [isNaming, setNaming] = useState(false);
  const [isUploading, setUploading] = useState(false);
  const edit = useEndpointForm(newDomains, { defaultValues: start, send: createDomains, onSaved: onCreated });
  const { form } = edit;
  const chooseUploaded = useUploadedCert(form);
  const pasted = useWatch({ control: form.control, name: 'domains' });
  const { domains: named, repeated, wrong } = sortedOut(domainEntries(pasted));
  return (
    <div className="grid items-start gap-3 lg:grid-cols-[minmax(0,1fr)_416px]">
      <Panel>
        <FormPage
          edit={edit}
          submitLabel={t('new.submit', { count: named.length })}
          onCancel={() => router.push('/guard/domains')}
        >
          <DomainsField form={form} pasted={pasted} wrong={wrong} />
          {repeated + wrong.length > 0 ? (
            <p role="status" className="-mt-3 text-12 text-ink-2">
              {[
                repeated > 0 ? t('new.repeated', { count: repeated }) : '',
                wrong.length > 0 ? t('new.wrong', { count: wrong.length }) : '',
              ]
                .filter(Boolean)
                .join(' ')}
            </p>
          ) : null}
          <OriginFields form={form} />
          <CertificateField form={form} onNew={() => setUploading(true)} />
          <PolicyField form={form} onNew={() => setNaming(true)} />
          <TextField form={form} name="asset_name" label={field('note')} hint={t('new.note_hint')} optional />
        </FormPage>
      </Panel>
      <ReviewPanel control={form.control} />
      {isUploading ? (
        <UploadDialog onClose={() => setUploading(false)} onSaved={(cert) => void chooseUploaded(cert)} />
      ) : null}
      {isNaming ? (
        <PolicyDialog
          onClose={() => setNaming(false)}
          onSaved={({ policy_id }) => {
            setNaming(false);
            form.setValue('policy_id', policy_id, { shouldDirty: true, shouldValidate: true });
          }}
        />
      ) : null}
    </div>
  );
}
