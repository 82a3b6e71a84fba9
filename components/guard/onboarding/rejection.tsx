'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { ReasonText, useReasonText } from '@/components/guard/approvals/dossier/reason-text';
import { Ago } from '@/components/layout/preferences/time';
import { Link } from '@/components/ui/controls/link';
import { Refusal } from '@/components/ui/states/refusal';
import { query } from '@/lib/api/client';
import { approvals } from '@/lib/guard/approvals/contract';
import type { Domain } from '@/lib/guard/domains/contract';
import { ReapplyButton } from './reapply-button';

type Judged = Pick<Domain, 'domain_id' | 'audit_status'>;

/** How a domain was judged last, if what is known fits its state; asked again when that changes. */
export function useLastDecision({ domain_id, audit_status }: Judged) {
  const decisions = query(approvals.decisions, { params: { id: domain_id } });
  const { data, error } = useQuery({ ...decisions, queryKey: [...decisions.queryKey, audit_status] as never });
  return { decision: data?.find((each) => each.audit_status === audit_status), isLoading: !data && !error, error };
}

/** Why a domain was rejected, by whom, and what to do next. */
export function Rejection({ domain }: { domain: Judged & Pick<Domain, 'domain'> }) {
  const t = useTranslations('guard.onboarding.rejection');
  const shown = useReasonText();
  const { decision, isLoading, error } = useLastDecision(domain);
  if (isLoading) return <span className="text-ink-3">{t('looking')}</span>;
  if (error) return <Refusal error={error} />;
  const page = `/guard/domains/${domain.domain_id}`;
  return (
    <div className="flex flex-col gap-1.5 text-13">
      {decision && shown(decision.reason) ? (
        <blockquote className="border-l-[3px] border-(--rejected) pl-2.5 leading-(--lh-read) text-ink">
          <ReasonText reason={decision.reason} />
        </blockquote>
      ) : (
        <p>{t('untold')}</p>
      )}
      {decision ? (
        <p className="text-12 text-ink-3">
          {t.rich('by', { name: decision.actor_name, time: () => <Ago value={decision.ctime} /> })}
        </p>
      ) : null}
      <p className="text-12 leading-(--lh-read) text-ink-2">
        {t.rich('next', {
          edit: (words) => (
            <Link className="link underline" href={`${page}?dialog=edit`}>
              {words}
            </Link>
          ),
          origins: (words) => (
            <Link className="link underline" href={`${page}?tab=origins`}>
              {words}
            </Link>
          ),
        })}
      </p>
      <ReapplyButton domain_id={domain.domain_id} domain={domain.domain} />
    </div>
  );
}
