'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { FormPage } from '@/components/form/form-page';
import { useEndpointForm } from '@/components/form/use-endpoint-form';
import { useMissingPermission } from '@/components/layout/account/can';
import { Detail } from '@/components/layout/page/detail';
import { State } from '@/components/ui/content/mark';
import { PageHeader } from '@/components/ui/content/page-header';
import { Panel } from '@/components/ui/content/panel';
import { NoPermission } from '@/components/ui/states/empty-state';
import { Skeleton } from '@/components/ui/states/skeleton';
import { call } from '@/lib/api/client';
import { type CertDetail, certs } from '@/lib/guard/certs/contract';
import { covers } from '@/lib/guard/certs/coverage';
import { domains } from '@/lib/guard/domains/contract';
import { CertState } from '../cert-state';
import { useBindings } from '../use-bound-domains';
import { PemFields } from './pem-fields';
import { PreviewPanel } from './preview-panel';
import { onItsField } from './refusal';
import { useInspection } from './use-inspection';

const LIST = '/guard/certs';

/** More domains than this are counted, not named. */
const NAMED = 50;

/** The domains that are distributed anew, first of all those that the new certificate would not cover. */
function DistributedAnew({ cert_id, names }: { cert_id: number; names: readonly string[] | undefined }) {
  const t = useTranslations('guard.certs.replace');
  const more = useTranslations('guard.certs.loss');
  const { bindings } = useBindings(cert_id);
  if (!bindings) return null;
  const isLost = (domain: string) => names !== undefined && !covers(names, domain);
  const named = [...bindings].sort((a, b) => Number(isLost(b.domain)) - Number(isLost(a.domain))).slice(0, NAMED);
  return (
    <div className="mt-3 border-t border-line pt-3">
      <h3 className="mb-1 font-medium">{t('anew', { count: bindings.length })}</h3>
      <ul className="flex max-h-60 flex-col gap-1 overflow-y-auto">
        {named.map(({ domain_id, domain }) => (
          <li key={domain_id} className="min-w-0 break-all">
            {domain}
            {isLost(domain) ? (
              <div>
                <State meaning="rejected" shape="crossed" className="text-12">
                  {t('not_covered')}
                </State>
              </div>
            ) : null}
          </li>
        ))}
        {bindings.length > NAMED ? (
          <li className="text-ink-3">{more('and_more', { count: bindings.length - NAMED })}</li>
        ) : null}
      </ul>
    </div>
  );
}

function ReplaceForm({ cert, onSaved }: { cert: CertDetail; onSaved: () => void }) {
  const t = useTranslations('guard.certs');
  const router = useRouter();
  const params = { id: String(cert.id) };
  const edit = useEndpointForm(certs.edit, {
    params,
    defaultValues: { cert: '', key: undefined, sign_cert: undefined, sign_key: undefined },
    send: async (values) => {
      try {
        return await call(certs.edit, { params, body: values });
      } catch (error) {
        throw onItsField(error);
      }
    },
    invalidates: [domains.list.path],
    savedNotice: t('replace.done'),
    onSaved,
  });
  const pems = useWatch({ control: edit.form.control });
  const found = useInspection(pems, cert.id);
  return (
    <div className="grid items-start gap-3 lg:grid-cols-[minmax(0,1fr)_416px]">
      <Panel>
        <FormPage edit={edit} submitLabel={t('replace.action')} onCancel={() => router.push(`${LIST}/${cert.id}`)}>
          <PemFields form={edit.form} found={found} keepsKey />
        </FormPage>
      </Panel>
      <PreviewPanel found={found} keyGiven={Boolean(pems.key)} replaces={cert.id}>
        <DistributedAnew cert_id={cert.id} names={found.cert?.names} />
      </PreviewPanel>
    </div>
  );
}

function Loaded({ cert }: { cert: CertDetail }) {
  const t = useTranslations('guard.certs.replace');
  const router = useRouter();
  const missing = useMissingPermission('guard.cert.edit');
  const [isSaved, setSaved] = useState(false);
  useEffect(() => {
    if (isSaved) router.push(`${LIST}/${cert.id}`);
  }, [isSaved, router, cert.id]);
  const body = () => {
    if (missing) {
      return (
        <Panel padded={false}>
          <NoPermission permission="guard.cert.edit" />
        </Panel>
      );
    }
    return isSaved ? (
      <Panel>
        <Skeleton lines={8} />
      </Panel>
    ) : (
      <ReplaceForm cert={cert} onSaved={() => setSaved(true)} />
    );
  };
  return (
    <>
      <PageHeader
        title={t('title', { name: cert.name })}
        description={
          <>
            {t('text')} <CertState expired_at={cert.expired_at} date />
          </>
        }
      />
      {body()}
    </>
  );
}

/** Renewing a certificate in place: its domains keep it and get what it holds anew. */
export function ReplaceScreen({ id }: { id: string }) {
  return (
    <Detail endpoint={certs.view} id={id} back={LIST}>
      {(cert) => <Loaded cert={cert} />}
    </Detail>
  );
}
