'use client';

import { useTranslations } from 'next-intl';
import { SM2 } from '@/lib/guard/certs/contract';

/** certificate_type in plain words: standard, or what an SM2 certificate is for. */
export function CertType({ type }: { type: number }) {
  const t = useTranslations('guard.certs.types');
  if (type !== SM2) return t('standard');
  return (
    <>
      {t('sm2')}
      <span className="text-ink-3">{t('sm2_only')}</span>
    </>
  );
}
