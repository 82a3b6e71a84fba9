'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { NODE_PERMISSION } from '@/components/guard/nodes/permission';
import { useDelivery } from '@/components/guard/releases/use-releases';
import { usePermission } from '@/components/layout/account/session';
import { Field } from '@/components/ui/controls/field';
import { Select } from '@/components/ui/controls/select';
import { EmptyFrame } from '@/components/ui/states/empty-state';
import { ErrorState } from '@/components/ui/states/error-state';
import { Skeleton } from '@/components/ui/states/skeleton';
import { ApiError, query } from '@/lib/api/client';
import type { DomainDetail } from '@/lib/guard/domains/contract';
import { domainNodes } from '@/lib/guard/nodes/contract';
import { rendered } from '@/lib/guard/rendered/contract';
import { FileViewer } from './file-viewer';
import { RenderNotes } from './render-notes';

/** The nodes of a domain; for who may not list them those that should run it, by id alone. */
function useNodeOptions(domain_id: string): { value: string; label: string }[] {
  const mayList = usePermission()(NODE_PERMISSION);
  const { data } = useQuery({ ...query(domainNodes.list, { params: { id: domain_id } }), enabled: mayList });
  const delivery = useDelivery(domain_id);
  if (mayList) return data?.list.map(({ node_id, name }) => ({ value: node_id, label: name })) ?? [];
  return delivery?.nodes.map(({ node_id }) => ({ value: node_id, label: node_id })) ?? [];
}

/** The files of a domain on the node that is chosen, and above them what that node does otherwise. */
export function NodeFiles({ domain: { domain_id, policy_id } }: { domain: DomainDetail }) {
  const t = useTranslations('guard.rendered');
  const options = useNodeOptions(domain_id);
  const [chosen, choose] = useState<string>();
  const { data, error, refetch } = useQuery(
    query(rendered.view, { params: { id: domain_id }, query: chosen === undefined ? {} : { node_id: chosen } }),
  );
  if (error instanceof ApiError && error.envelope.err_key === 'err.guard.rendered.not_approved') {
    return <EmptyFrame title={t('not_approved')}>{t('not_approved_text')}</EmptyFrame>;
  }
  if (data?.node_id === '') return <EmptyFrame title={t('no_nodes')}>{t('no_nodes_text')}</EmptyFrame>;
  const content = () => {
    if (error) return <ErrorState name={t('title')} error={error} onRetry={() => refetch()} />;
    if (!data) return <Skeleton lines={8} />;
    return (
      <>
        {data.notes.length > 0 ? <RenderNotes notes={data.notes} domain_id={domain_id} policy_id={policy_id} /> : null}
        {data.compared ? null : <p className="text-12 text-ink-2">{t('not_compared')}</p>}
        <FileViewer files={data.files} />
      </>
    );
  };
  return (
    <div className="flex flex-col gap-4">
      <Field label={t('node')} className="max-w-80">
        {(aria) => <Select {...aria} value={chosen ?? data?.node_id} onChange={choose} options={options} />}
      </Field>
      {content()}
    </div>
  );
}
