'use client';

import { useTranslations } from 'next-intl';
import { SimpleTable } from '@/components/data-table/rows/simple-table';
import { CertState } from '@/components/guard/certs/cert-state';
import { CertType } from '@/components/guard/certs/cert-type';
import { Can } from '@/components/layout/account/can';
import { useDialogParam } from '@/components/layout/page/use-dialog-param';
import { Panel } from '@/components/ui/content/panel';
import { Tag } from '@/components/ui/content/tag';
import { Button } from '@/components/ui/controls/button';
import { EmptyFrame } from '@/components/ui/states/empty-state';
import type { DomainCert, DomainDetail } from '@/lib/guard/domains/contract';
import { BindDialog } from './bind-dialog';
import { UnbindDialog } from './unbind-dialog';

const idOf = (cert: DomainCert) => String(cert.id);

/** The certificates bound to a domain, to bind another and to take one away. */
export function CertificatesTab({ domain }: { domain: DomainDetail }) {
  const t = useTranslations('guard.domains.certificates');
  const dialog = useDialogParam();
  const { certs = [] } = domain;
  const unbound = dialog.rowOf('unbind', certs, idOf);
  const bind = (
    <Can permission="guard.cert.edit">
      <Button
        variant={certs.length === 0 ? 'primary' : 'secondary'}
        size={certs.length === 0 ? 'normal' : 'small'}
        icon="plus"
        onClick={() => dialog.open('bind')}
      >
        {t('bind')}
      </Button>
    </Can>
  );
  return (
    <>
      {certs.length === 0 ? (
        <Panel padded={false}>
          <EmptyFrame title={t('none')} actions={bind}>
            {t('none_text')}
          </EmptyFrame>
        </Panel>
      ) : (
        <Panel title={t('title')} source={t('text')} padded={false} actions={bind}>
          <SimpleTable
            caption={t('title')}
            rows={certs}
            rowId={idOf}
            rowHref={(cert) => `/guard/certs/${cert.id}`}
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
              { id: 'type', header: t('type'), cell: (cert) => <CertType type={cert.certificate_type} stacked /> },
              {
                id: 'common_name',
                header: t('common_name'),
                cell: (cert) => <code className="text-12 break-all">{cert.common_name}</code>,
              },
              { id: 'issuer', header: t('issuer'), cell: (cert) => <span className="text-ink-2">{cert.issuer}</span> },
              {
                id: 'expired_at',
                header: t('expired_at'),
                phone: 'state',
                cell: (cert) => <CertState expired_at={cert.expired_at} />,
              },
            ]}
            end={(cert) => (
              <Can permission="guard.cert.edit">
                <Button
                  variant="quiet"
                  size="small"
                  aria-label={t('unbind_named', { name: cert.name })}
                  onClick={() => dialog.open('unbind', idOf(cert))}
                >
                  {t('menu_unbind')}
                </Button>
              </Can>
            )}
          />
        </Panel>
      )}
      {dialog.isOpen('bind') ? <BindDialog domain={domain} onClose={dialog.close} /> : null}
      {unbound ? <UnbindDialog key={idOf(unbound)} domain={domain} cert={unbound} onClose={dialog.close} /> : null}
    </>
  );
}
