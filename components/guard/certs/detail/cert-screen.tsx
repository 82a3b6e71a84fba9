'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { Can } from '@/components/layout/account/can';
import { Detail } from '@/components/layout/page/detail';
import { MainAside } from '@/components/layout/page/main-aside';
import { useDialogParam } from '@/components/layout/page/use-dialog-param';
import { Badge } from '@/components/ui/content/badge';
import { PageHeader } from '@/components/ui/content/page-header';
import { Tag } from '@/components/ui/content/tag';
import { Button, ButtonLink } from '@/components/ui/controls/button';
import { type CertDetail, certs } from '@/lib/guard/certs/contract';
import { useExpiryMark } from '../cert-state';
import { CertType } from '../cert-type';
import { DeleteCertDialog } from '../delete-cert-dialog';
import { RenameDialog } from '../rename-dialog';
import { BoundPanel } from './bound-panel';
import { ChainPanel, FactsPanel } from './facts-panels';
import { PemPanel } from './pem-panel';

const LIST = '/guard/certs';

/** The page of one certificate. */
export function CertScreen({ id }: { id: string }) {
  return (
    <Detail endpoint={certs.view} id={id} back={LIST}>
      {(cert) => <Loaded cert={cert} />}
    </Detail>
  );
}

function Loaded({ cert }: { cert: CertDetail }) {
  const t = useTranslations('guard.certs');
  const router = useRouter();
  const dialog = useDialogParam();
  const { meaning, shape, word, left } = useExpiryMark()(cert.expired_at);
  return (
    <>
      <PageHeader
        title={cert.name}
        beside={
          <>
            <Badge meaning={meaning} shape={shape}>
              {t('expiry.both', { first: word, second: left })}
            </Badge>
            {cert.auto_cert ? <Tag>{t('auto')}</Tag> : null}
          </>
        }
        description={cert.sign_cert ? t('types.sm2_dual') : <CertType type={cert.certificate_type} />}
        actions={
          <div className="flex flex-wrap gap-2">
            <Can permission="guard.cert.edit">
              <Button onClick={() => dialog.open('rename')}>{t('rename.action')}</Button>
              <ButtonLink href={`${LIST}/${cert.id}/replace`}>{t('replace.action')}</ButtonLink>
            </Can>
            <Can permission="guard.cert.delete">
              <Button variant="danger-soft" onClick={() => dialog.open('delete')}>
                {t('delete.action')}
              </Button>
            </Can>
          </div>
        }
      />
      <MainAside
        aside={
          <>
            <FactsPanel cert={cert} />
            <ChainPanel cert={cert} />
          </>
        }
      >
        <BoundPanel cert={cert} />
        <PemPanel cert={cert} />
      </MainAside>
      {dialog.isOpen('rename') ? <RenameDialog key={cert.utime} cert={cert} onClose={dialog.close} /> : null}
      {dialog.isOpen('delete') ? (
        <DeleteCertDialog cert={cert} onClose={dialog.close} onDeleted={() => router.push(LIST)} />
      ) : null}
    </>
  );
}
