'use client';

import { useTranslations } from 'next-intl';
import { useAuditMark } from '@/components/guard/domains/audit-state';
import { useFormat } from '@/components/layout/preferences/use-format';
import { Timeline } from '@/components/ui/content/timeline';
import type { Decision } from '@/lib/guard/approvals/contract';
import { ReasonText } from './reason-text';

/** How the domain was judged before and with which words, newest first. */
export function EarlierDecisions({ decisions }: { decisions: readonly Decision[] }) {
  const t = useTranslations('guard.approvals.past');
  const mark = useAuditMark();
  const format = useFormat();
  return (
    <Timeline
      entries={decisions.map(({ audit_status, reason, actor_name, ctime }) => {
        const { meaning, word } = mark(audit_status);
        return {
          key: `${ctime} ${audit_status}`,
          meaning,
          children: (
            <>
              <span className="font-medium">{t('by', { state: word, name: actor_name })}</span>
              <p className="text-ink-2">
                <ReasonText reason={reason} />
              </p>
            </>
          ),
          time: format.exactTime(ctime),
        };
      })}
    />
  );
}
