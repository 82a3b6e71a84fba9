'use client';

import { useTranslations } from 'next-intl';
import { ReasonText, useReasonText } from '@/components/guard/approvals/dossier/reason-text';
import { useLastDecision } from '@/components/guard/onboarding/rejection';
import { Ago } from '@/components/layout/preferences/time';
import { EmptyFrame, NotApprovedYet } from '@/components/ui/empty-state';
import { meaningStyle } from '@/components/ui/meaning';
import type { Decision } from '@/lib/guard/approvals/contract';
import { type Domain, IN_REVIEW, REJECTED } from '@/lib/guard/domains/contract';

/** The words that came with the last decision, as a quotation of whoever wrote them. */
function Words({ decision }: { decision: Decision | undefined }) {
  const t = useTranslations('guard.domains.not_served');
  const shown = useReasonText();
  if (!decision || !shown(decision.reason)) return null;
  return (
    <figure className="max-w-110 text-left">
      <blockquote style={meaningStyle('pending')} className="border-l-[3px] border-(--k) pl-2.5 leading-(--lh-read)">
        <ReasonText reason={decision.reason} />
      </blockquote>
      <figcaption className="mt-1 pl-[13px] text-12 text-ink-3">
        {t.rich('by', { name: decision.actor_name, time: () => <Ago value={decision.ctime} /> })}
      </figcaption>
    </figure>
  );
}

/** A review under way, with the words that came with it. */
function InReview({ domain }: { domain: Domain }) {
  const t = useTranslations('guard.domains.not_served');
  const { decision } = useLastDecision(domain);
  return (
    <EmptyFrame title={t('in_review')} below={<Words decision={decision} />}>
      {t('in_review_text')}
    </EmptyFrame>
  );
}

/** Why there is no traffic yet: the domain waits, is being reviewed, or was rejected; the checklist beside it says why. */
export function NotServed({ domain }: { domain: Domain }) {
  const t = useTranslations('guard.domains');
  if (domain.audit_status === IN_REVIEW) return <InReview domain={domain} />;
  if (domain.audit_status === REJECTED) {
    return <EmptyFrame title={t('not_served.rejected')}>{t('not_served.rejected_text')}</EmptyFrame>;
  }
  return (
    <NotApprovedYet>
      {t.rich('waiting', { name: domain.user_name, time: () => <Ago value={domain.ctime} /> })}
    </NotApprovedYet>
  );
}
