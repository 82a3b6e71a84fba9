'use client';

import { useTranslations } from 'next-intl';
import { useReasonWords } from '@/components/guard/probes/reason-words';
import type { AffairResult } from '@/lib/guard/schedules/vocabulary';
import type { AffairContent } from './affair-content';

/** What an affair was made for, and for which domains, in words. */
export function useAffairWords() {
  const t = useTranslations('guard.schedules.affair');
  const causeOf = ({ cause }: AffairContent) => (cause ? t(`causes.${cause}`) : t('title'));
  const domainsOf = ({ changes }: AffairContent) => {
    const [only] = changes;
    return changes.length === 1 && only ? only.domain || only.name : t('domains', { count: changes.length });
  };
  const reason = useReasonWords();
  const saidOf = ({ code, answers, said, fault = '', detail = '' }: AffairResult) =>
    code === 'refused'
      ? t('fault', { fault, detail: reason(detail), said })
      : t('result', { code, records: answers.length > 0 ? answers.join(', ') : 'none' });
  const resultOf = (result: AffairResult) =>
    result.name === '' ? saidOf(result) : t('result_of', { name: result.name, text: saidOf(result) });
  return {
    causeOf,
    domainsOf,
    saidOf,
    resultOf,
    titleOf: (content: AffairContent) => t('of', { cause: causeOf(content), domains: domainsOf(content) }),
  };
}
