'use client';

import { useTranslations } from 'next-intl';
import { useCallback } from 'react';
import type { AuditLog } from '@/lib/sys/audit-logs/contract';
import { actionName, leavesFieldsOpen, partsOf, plainOf, sentenceOf } from './sentence';
import { shownChanges } from './values';

type Options = { who?: boolean; why?: boolean };

/** An operation as plain words, for names of controls and titles. */
export function useSentence(): (log: AuditLog, options?: Options) => string {
  const t = useTranslations();
  return (log, options) => plainOf(sentenceOf(t, log, options));
}

/** An action in words, without what it was done to, such as "Changed settings of domain". */
export function useActionName(): (action: string) => string {
  const t = useTranslations();
  return useCallback((action) => actionName(t, action), [t]);
}

/** An operation as a sentence, names in bold; see `sentenceOf`. */
export function Said({ log, who, why }: Options & { log: AuditLog }) {
  const t = useTranslations();
  return partsOf(sentenceOf(t, log, { who, why })).map(({ text, isName }, i) =>
    isName ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: a piece is known by its place
      <b key={i} className="font-medium">
        {text}
      </b>
    ) : (
      text
    ),
  );
}

/** Which fields a change touched, in the weakest text, where the sentence does not say it. */
export function ChangedFields({ log }: { log: AuditLog }) {
  const paths = Object.keys(shownChanges(log.resource_type, log.detail.changes));
  if (!leavesFieldsOpen(log)) return null;
  const shown = paths.slice(0, 3).join(', ');
  return <span className="ml-1.5 font-mono text-12 text-ink-3">{paths.length > 3 ? `${shown}, …` : shown}</span>;
}
