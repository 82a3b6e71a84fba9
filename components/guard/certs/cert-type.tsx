'use client';

import { useTranslations } from 'next-intl';
import { useWord } from '@/components/audit/word';
import { SM2 } from '@/lib/guard/certs/vocabulary';

/** certificate_type in plain words: standard, or what an SM2 certificate is for. `stacked` takes two lines for it. */
export function CertType({ type, stacked }: { type: number; stacked?: boolean }) {
  const t = useTranslations('guard.certs.types');
  const word = useWord();
  if (type !== SM2) return word('words.certificate_type', type);
  if (!stacked) return t('sm2_plain');
  return (
    <span className="block leading-4">
      {word('words.certificate_type', type)}
      <span className="block text-12 leading-4 text-ink-3 sm:max-[1280px]:hidden">{t('sm2_only')}</span>
    </span>
  );
}
