'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { TextField } from '@/components/form/fields';
import { FormPage } from '@/components/form/form-page';
import { useEndpointForm } from '@/components/form/use-endpoint-form';
import { usePermission } from '@/components/layout/session';
import { NoPermission } from '@/components/ui/empty-state';
import { PageHeader } from '@/components/ui/page-header';
import { Panel } from '@/components/ui/panel';
import { Skeleton } from '@/components/ui/skeleton';
import { call } from '@/lib/api/client';
import { type Cert, certs } from '@/lib/guard/certs/contract';
import { PemFields } from './pem-fields';
import { PreviewPanel } from './preview-panel';
import { onItsField } from './refusal';
import { useInspection } from './use-inspection';

const LIST = '/guard/certs';

/** Storing a certificate: the texts, beside what they say. */
export function UploadScreen() {
  const t = useTranslations('guard.certs');
  const router = useRouter();
  const isAllowed = usePermission()('guard.cert.create');
  const [saved, setSaved] = useState<Cert | null>(null);
  useEffect(() => {
    if (saved) router.push(`${LIST}/${saved.id}`);
  }, [saved, router]);
  const body = () => {
    if (!isAllowed) {
      return (
        <Panel padded={false}>
          <NoPermission permission="guard.cert.create" />
        </Panel>
      );
    }
    // The form goes at once, and the key with it, not only when the next page has come.
    return saved ? (
      <Panel>
        <Skeleton lines={8} />
      </Panel>
    ) : (
      <UploadForm onSaved={setSaved} />
    );
  };
  return (
    <>
      <PageHeader title={t('upload')} description={t('form.text')} />
      {body()}
    </>
  );
}

function UploadForm({ onSaved }: { onSaved: (cert: Cert) => void }) {
  const t = useTranslations('guard.certs');
  const field = useTranslations('fields');
  const router = useRouter();
  const edit = useEndpointForm(certs.create, {
    defaultValues: { name: '', cert: '', key: '', sign_cert: undefined, sign_key: undefined },
    send: async (values) => {
      try {
        return await call(certs.create, { body: values });
      } catch (error) {
        throw onItsField(error, values);
      }
    },
    savedNotice: t('form.done'),
    onSaved,
  });
  const { form } = edit;
  const pems = useWatch({ control: form.control });
  const found = useInspection(pems);
  const suggested = found.cert?.common_name;
  useEffect(() => {
    if (suggested && !form.getValues('name')) form.setValue('name', suggested.slice(0, 100), { shouldValidate: true });
  }, [suggested, form]);
  return (
    <div className="grid items-start gap-3 lg:grid-cols-[minmax(0,1fr)_416px]">
      <Panel>
        <FormPage edit={edit} submitLabel={t('upload')} onCancel={() => router.push(LIST)}>
          <TextField form={form} name="name" label={field('name')} hint={t('form.name_hint')} />
          <PemFields form={form} refusals={found.refusals} />
        </FormPage>
      </Panel>
      <PreviewPanel found={found} keyGiven={Boolean(pems.key)} />
    </div>
  );
}
