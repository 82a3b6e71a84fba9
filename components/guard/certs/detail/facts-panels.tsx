'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { ExactTime } from '@/components/layout/preferences/time';
import { type Fact, KeyValueList } from '@/components/ui/content/key-value-list';
import { Panel } from '@/components/ui/content/panel';
import { Copyable } from '@/components/ui/controls/copy-button';
import { ErrorState } from '@/components/ui/states/error-state';
import { Skeleton } from '@/components/ui/states/skeleton';
import { query } from '@/lib/api/client';
import { type CertDetail, type CertFacts, certs } from '@/lib/guard/certs/contract';
import { ChainList, CoveredNames } from '../cert-facts';

function useFacts(cert: CertDetail) {
  return useQuery(query(certs.facts, { params: { id: String(cert.id) } }));
}

function useReadFacts() {
  const t = useTranslations('guard.certs.fields');
  return (facts: CertFacts): Fact[] => [
    { label: t('names'), value: <CoveredNames names={facts.names} /> },
    { label: t('issuer'), value: facts.issuer },
    { label: t('not_before'), value: <ExactTime value={facts.not_before} /> },
    { label: t('expired_at'), value: <ExactTime value={facts.expired_at} /> },
    { label: t('key_type'), value: facts.key_type },
    { label: t('serial_number'), value: <Copyable text={facts.serial_number} name={t('serial_number')} /> },
    { label: t('fingerprint'), value: <Copyable text={facts.fingerprint} name={t('fingerprint')} /> },
  ];
}

/** What the certificate says, and what Parapet knows about it. */
export function FactsPanel({ cert }: { cert: CertDetail }) {
  const t = useTranslations('guard.certs');
  const field = useTranslations('fields');
  const { data, error, refetch } = useFacts(cert);
  const readFacts = useReadFacts();
  if (error && !data) {
    return (
      <Panel title={t('facts')} padded={false}>
        <ErrorState what="common.error.what.cert_facts" error={error} onRetry={() => refetch()} />
      </Panel>
    );
  }
  if (!data) {
    return (
      <Panel title={t('facts')}>
        <Skeleton lines={8} />
      </Panel>
    );
  }
  return (
    <Panel title={t('facts')}>
      <KeyValueList
        labelWidth={100}
        facts={[
          { label: t('fields.common_name'), value: cert.common_name, mono: true },
          ...readFacts(data.cert),
          { label: t('form.key'), value: <span className="text-ink-2">{t('key_kept_sealed')}</span> },
          { label: field('user_name'), value: cert.user_name },
          { label: field('ctime'), value: <ExactTime value={cert.ctime} /> },
          { label: field('utime'), value: <ExactTime value={cert.utime} /> },
          { label: t('fields.id'), value: <Copyable text={String(cert.id)} name={t('fields.id')} /> },
        ]}
      />
      {data.sign_cert ? (
        <div className="mt-3 border-t border-line pt-3">
          <h3 className="mb-1.5 font-medium">{t('sign_cert')}</h3>
          <KeyValueList labelWidth={100} facts={readFacts(data.sign_cert)} />
        </div>
      ) : null}
    </Panel>
  );
}

/** The way from the certificate to the one that is trusted. */
export function ChainPanel({ cert }: { cert: CertDetail }) {
  const t = useTranslations('guard.certs.fields');
  const { data } = useFacts(cert);
  return data ? (
    <Panel title={t('chain')}>
      <ChainList chain={data.cert.chain} />
    </Panel>
  ) : null;
}
