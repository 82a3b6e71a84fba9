'use client';

import { useTranslations } from 'next-intl';
import { SimpleTable } from '@/components/data-table/simple-table';
import { useFormat } from '@/components/layout/use-format';
import { EmptyFrame } from '@/components/ui/empty-state';
import { State } from '@/components/ui/mark';
import { Panel } from '@/components/ui/panel';
import { Tag } from '@/components/ui/tag';
import type { DomainDetail } from '@/lib/guard/domains/contract';

/** The nodes that serve the domain, or would. */
export function NodesPanel({ nodes }: { nodes: DomainDetail['nodes'] }) {
  const t = useTranslations('guard.domains.nodes');
  if (nodes.length === 0) {
    return (
      <Panel padded={false}>
        <EmptyFrame title={t('none')}>{t('none_text')}</EmptyFrame>
      </Panel>
    );
  }
  return (
    <Panel padded={false}>
      <SimpleTable
        caption={t('title')}
        rows={nodes}
        rowId={(node) => String(node.id)}
        columns={[
          { id: 'node_id', header: t('node_id'), cell: (node) => node.node_id },
          { id: 'ip_addr', header: t('ip_addr'), cell: (node) => <code className="text-12">{node.ip_addr}</code> },
          { id: 'line', header: t('line'), align: 'right', cell: (node) => node.line },
          {
            id: 'enabled',
            header: t('state'),
            phone: 'state',
            cell: (node) => (
              <State meaning={node.enabled ? 'approved' : 'unaudited'} shape={node.enabled ? 'full' : 'hollow'}>
                {t(node.enabled ? 'enabled' : 'disabled')}
              </State>
            ),
          },
        ]}
      />
    </Panel>
  );
}

/** The certificates bound to the domain. */
export function CertificatesPanel({ certs }: { certs: NonNullable<DomainDetail['certs']> }) {
  const t = useTranslations('guard.domains.certificates');
  const format = useFormat();
  if (certs.length === 0) {
    return (
      <Panel padded={false}>
        <EmptyFrame title={t('none')}>{t('none_text')}</EmptyFrame>
      </Panel>
    );
  }
  return (
    <Panel padded={false}>
      <SimpleTable
        caption={t('title')}
        rows={certs}
        rowId={(cert) => String(cert.id)}
        columns={[
          {
            id: 'name',
            header: t('cert_name'),
            cell: (cert) => (
              <>
                {cert.name} {cert.auto_cert ? <Tag>{t('auto')}</Tag> : null}
              </>
            ),
          },
          {
            id: 'common_name',
            header: t('common_name'),
            cell: (cert) => <code className="text-12">{cert.common_name}</code>,
          },
          { id: 'issuer', header: t('issuer'), cell: (cert) => <span className="text-ink-2">{cert.issuer}</span> },
          { id: 'expired_at', header: t('expired_at'), phone: 'state', cell: (cert) => format.date(cert.expired_at) },
        ]}
      />
    </Panel>
  );
}
