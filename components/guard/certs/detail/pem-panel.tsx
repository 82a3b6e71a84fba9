'use client';

import { useTranslations } from 'next-intl';
import { CodeBlock } from '@/components/ui/content/code-block';
import { Panel } from '@/components/ui/content/panel';
import { Button } from '@/components/ui/controls/button';
import { saveBlob } from '@/components/ui/save-blob';
import type { CertDetail } from '@/lib/guard/certs/contract';

const HEIGHT = 220;

/** A file is called as the certificate's host, without what file systems refuse. */
const fileName = (cert: CertDetail, part: string) =>
  `${cert.common_name.replace('*', '_').replaceAll(/[^\p{L}\p{N}._-]+/gu, '-') || cert.id}${part}.pem`;

/** The public part as text, to copy or to save. */
export function PemPanel({ cert }: { cert: CertDetail }) {
  const t = useTranslations('guard.certs.pem');
  const save = (pem: string, part: string) =>
    saveBlob(new Blob([pem], { type: 'application/x-pem-file' }), fileName(cert, part));
  return (
    <Panel
      title={t('title')}
      source={t('public_only')}
      actions={
        <>
          <Button size="small" icon="download" onClick={() => save(cert.cert, '')}>
            {t('download')}
          </Button>
          {cert.sign_cert ? (
            <Button size="small" icon="download" onClick={() => save(cert.sign_cert, '-sign')}>
              {t('download_sign')}
            </Button>
          ) : null}
        </>
      }
    >
      {cert.sign_cert ? <h3 className="mb-1.5 font-medium">{t('encryption')}</h3> : null}
      <CodeBlock code={cert.cert.trimEnd()} caption={t('chain')} maxHeight={HEIGHT} />
      {cert.sign_cert ? (
        <div className="mt-3">
          <h3 className="mb-1.5 font-medium">{t('sign')}</h3>
          <CodeBlock code={cert.sign_cert.trimEnd()} caption={t('sign')} maxHeight={HEIGHT} />
        </div>
      ) : null}
    </Panel>
  );
}
