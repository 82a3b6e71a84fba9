'use client';

import { useTranslations } from 'next-intl';
import { useAuditLook } from '@/components/guard/domains/audit-state';
import { useFormat } from '@/components/layout/use-format';
import { Timeline } from '@/components/ui/timeline';
import type { Decision } from '@/lib/guard/approvals/contract';

/** How the domain was judged before and with which words, newest first. */
export function EarlierDecisions({ decisions }: { decisions: readonly Decision[] }) {
  const t = useTranslations('guard.approvals.past');
  const look = useAuditLook();
  const format = useFormat();
  return (
    <Timeline
      entries={decisions.map(({ audit_status, reason, actor_name, ctime }) => {
        const { meaning, word } = look(audit_status);
        const written = reason[format.locale];
        return {
          key: `${ctime} ${audit_status}`,
          meaning,
          children: (
            <>
              <span className="font-medium">{t('by', { state: word, name: actor_name })}</span>
              {written ? <p className="whitespace-pre-line break-words text-ink-2">{written}</p> : null}
            </>
          ),
          time: format.exactTime(ctime),
        };
      })}
    />
  );
}
