'use client';

import { useTranslations } from 'next-intl';
import { ReasonText, useReasonText } from '@/components/guard/approvals/dossier/reason-text';
import { useLastDecision } from '@/components/guard/onboarding/rejection';
import { Ago } from '@/components/layout/preferences/time';
import { meaningStyle } from '@/components/ui/content/meaning';
import { Note } from '@/components/ui/states/note';
import type { Decision } from '@/lib/guard/approvals/contract';
import { type Domain, IN_REVIEW, UNAUDITED } from '@/lib/guard/domains/contract';

/** The words that came with the last decision, as a quotation of whoever wrote them. */
function Words({ decision }: { decision: Decision | undefined }) {
  const t = useTranslations('guard.domains.not_served');
  const shown = useReasonText();
  if (!decision || !shown(decision.reason)) return null;
  return (
    <figure className="mt-2 max-w-140 text-left">
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
    <Note meaning="pending" title={t('in_review')}>
      {t('in_review_text')}
      <Words decision={decision} />
    </Note>
  );
}

/** That the domain waits or is being reviewed, above what is left to do; of a rejection the checklist says all. */
export function NotServed({ domain }: { domain: Domain }) {
  const t = useTranslations('guard.domains');
  const common = useTranslations('common.empty');
  if (domain.audit_status === IN_REVIEW) return <InReview domain={domain} />;
  if (domain.audit_status !== UNAUDITED) return null;
  return (
    <Note meaning="monitor" title={common('not_approved')}>
      {t.rich('waiting', { name: domain.user_name, time: () => <Ago value={domain.ctime} /> })}
    </Note>
  );
}
