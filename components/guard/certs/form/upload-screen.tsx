'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { FormPage } from '@/components/form/form-page';
import { usePermission } from '@/components/layout/account/session';
import { PageHeader } from '@/components/ui/content/page-header';
import { Panel } from '@/components/ui/content/panel';
import { NoPermission } from '@/components/ui/states/empty-state';
import { Skeleton } from '@/components/ui/states/skeleton';
import type { Cert } from '@/lib/guard/certs/contract';
import { PreviewPanel } from './preview-panel';
import { UploadFields, useUploadForm } from './upload-form';

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
  const router = useRouter();
  const upload = useUploadForm(onSaved);
  return (
    <div className="grid items-start gap-3 lg:grid-cols-[minmax(0,1fr)_416px]">
      <Panel>
        <FormPage edit={upload.edit} submitLabel={t('upload')} onCancel={() => router.push(LIST)}>
          <UploadFields upload={upload} />
        </FormPage>
      </Panel>
      <PreviewPanel found={upload.found} keyGiven={upload.keyGiven} />
    </div>
  );
}
