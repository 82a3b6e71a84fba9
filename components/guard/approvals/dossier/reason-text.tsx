'use client';

import { useTranslations } from 'next-intl';
import { useFormat } from '@/components/layout/preferences/use-format';
import type { Reason } from '@/lib/guard/approvals/contract';
import { LANGUAGES } from '../decision/languages';

/** What was shown with a decision: in the reader's language, else in the one it was written in, which is named. */
export function useReasonText(): (reason: Reason) => { text: string; lang: string; isForeign: boolean } | null {
  const { locale } = useFormat();
  return (reason) => {
    const lang = [...LANGUAGES.filter((one) => one === locale), ...LANGUAGES].find(
      (language) => reason[language].trim() !== '',
    );
    return lang ? { text: reason[lang].trim(), lang, isForeign: lang !== locale } : null;
  };
}

/** The words of a decision; nothing where none were written. */
export function ReasonText({ reason }: { reason: Reason }) {
  const t = useTranslations('guard.approvals.reason_text');
  const shown = useReasonText()(reason);
  if (!shown) return null;
  return (
    <>
      <span lang={shown.lang} className="break-words whitespace-pre-line">
        {shown.text}
      </span>
      {shown.isForeign ? <span className="block text-12 text-ink-3">{t(shown.lang)}</span> : null}
    </>
  );
}
