'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { SimpleTable } from '@/components/data-table/simple-table';
import { useFormat } from '@/components/layout/use-format';
import { EmptyFrame } from '@/components/ui/empty-state';
import { State } from '@/components/ui/mark';
import { Panel } from '@/components/ui/panel';
import { Tag } from '@/components/ui/tag';
import type { DomainDetail } from '@/lib/guard/domains/contract';

/** What belongs to the domain as a table, or that there is none of it. */
function PartsPanel(props: { isEmpty: boolean; title: string; text: string; children: ReactNode }) {
  return (
    <Panel padded={false}>
      {props.isEmpty ? <EmptyFrame title={props.title}>{props.text}</EmptyFrame> : props.children}
    </Panel>
  );
}

/** The nodes that serve the domain, or would. */
export function NodesPanel({ nodes }: { nodes: DomainDetail['nodes'] }) {
  const t = useTranslations('guard.domains.nodes');
  return (
    <PartsPanel isEmpty={nodes.length === 0} title={t('none')} text={t('none_text')}>
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
    </PartsPanel>
  );
}

/** The certificates bound to the domain. */
export function CertificatesPanel({ certs }: { certs: NonNullable<DomainDetail['certs']> }) {
  const t = useTranslations('guard.domains.certificates');
  const format = useFormat();
  return (
    <PartsPanel isEmpty={certs.length === 0} title={t('none')} text={t('none_text')}>
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
    </PartsPanel>
  );
}
