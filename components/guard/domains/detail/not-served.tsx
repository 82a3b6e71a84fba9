'use client';

import { useTranslations } from 'next-intl';
import { Told, useTold } from '@/components/guard/approvals/told';
import { useLastDecision } from '@/components/guard/onboarding/rejection';
import { Ago } from '@/components/layout/time';
import { EmptyFrame, NotApprovedYet } from '@/components/ui/empty-state';
import { type Meaning, meaningStyle } from '@/components/ui/meaning';
import type { Decision } from '@/lib/guard/approvals/contract';
import { type Domain, IN_REVIEW, REJECTED } from '@/lib/guard/domains/contract';

/** The words that came with the last decision, as a quotation of whoever wrote them. */
function Words({ decision, meaning }: { decision: Decision | undefined; meaning: Meaning }) {
  const t = useTranslations('guard.domains.not_served');
  const told = useTold();
  if (!decision || !told(decision.reason)) return null;
  return (
    <figure className="max-w-110 text-left">
      <blockquote style={meaningStyle(meaning)} className="border-l-[3px] border-(--k) pl-2.5 leading-(--lh-read)">
        <Told reason={decision.reason} />
      </blockquote>
      <figcaption className="mt-1 pl-[13px] text-12 text-ink-3">
        {t.rich('by', { name: decision.actor_name, time: () => <Ago value={decision.ctime} /> })}
      </figcaption>
    </figure>
  );
}

/** A review under way, or one that ended with a rejection, with the words that came with it. */
function Judged({ domain }: { domain: Domain }) {
  const t = useTranslations('guard.domains.not_served');
  const { decision } = useLastDecision(domain);
  const [word, meaning] =
    domain.audit_status === REJECTED ? (['rejected', 'rejected'] as const) : (['in_review', 'pending'] as const);
  return (
    <EmptyFrame title={t(word)} below={<Words decision={decision} meaning={meaning} />}>
      {t(`${word}_text`)}
    </EmptyFrame>
  );
}

/** Why there is no traffic yet: the domain waits, is being reviewed, or was rejected, and with which words. */
export function NotServed({ domain }: { domain: Domain }) {
  const t = useTranslations('guard.domains');
  if (domain.audit_status === IN_REVIEW || domain.audit_status === REJECTED) return <Judged domain={domain} />;
  return (
    <NotApprovedYet>
      {t.rich('waiting', { name: domain.user_name, time: () => <Ago value={domain.ctime} /> })}
    </NotApprovedYet>
  );
}
