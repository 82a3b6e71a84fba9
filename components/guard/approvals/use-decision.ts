'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useRef, useState } from 'react';
import { useInvalidate } from '@/components/form/use-invalidate';
import { usePermission } from '@/components/layout/session';
import { useErrorText } from '@/components/ui/error-state';
import { notify } from '@/components/ui/toast';
import { ApiError, call, query } from '@/lib/api/client';
import { APPROVED, type Domain, type DomainDetail, domains, IN_REVIEW, REJECTED } from '@/lib/guard/domains/contract';
import { isWaiting, type Waiting, waitingQuery } from './waiting';

export type Decision = typeof APPROVED | typeof IN_REVIEW | typeof REJECTED;
const WORDS = { [APPROVED]: 'approved', [IN_REVIEW]: 'in_review', [REJECTED]: 'rejected' } as const;

/** Why a decision was not sent: someone else decided, the owner changed something, or the domain is gone. */
export type Stop = { domain_id: string; why: 'decided' | 'changed' | 'gone' };

function stopOf(shown: Domain, fresh: DomainDetail | null): Stop | null {
  const { domain_id } = shown;
  if (fresh === null) return { domain_id, why: 'gone' };
  if (fresh.audit_status !== shown.audit_status) return { domain_id, why: 'decided' };
  return fresh.utime === shown.utime ? null : { domain_id, why: 'changed' };
}

/** The answer, or null for a 404. */
async function unlessGone<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}

/**
 * Deciding about a domain. What the reader saw is compared with the server's state first, so that a decision never
 * lands on another's, nor on facts that changed meanwhile; then `stop` says why nothing was sent.
 */
export function useDecision({ onDone, onShow }: { onDone: () => void; onShow: (domain_id: string) => void }) {
  const t = useTranslations('guard.approvals');
  const queries = useQueryClient();
  const invalidate = useInvalidate();
  const can = usePermission();
  const errorText = useErrorText();
  const busy = useRef(false);
  const [pending, setPending] = useState<Decision | null>(null);
  const [stop, setStop] = useState<Stop | null>(null);

  const check = async (shown: Domain): Promise<{ stop: Stop | null; fresh: DomainDetail | null }> => {
    if (!can('guard.domain.view')) return { stop: null, fresh: null };
    const input = { params: { id: shown.domain_id } };
    const fresh = await unlessGone(call(domains.view, input));
    if (fresh) queries.setQueryData(query(domains.view, input).queryKey, fresh);
    return { stop: stopOf(shown, fresh), fresh };
  };

  const tell = (shown: Domain, decision: Decision, nodes: number | undefined) => {
    const leaves = decision !== IN_REVIEW;
    notify({
      kind: 'done',
      title: t(`done.${WORDS[decision]}`, { domain: shown.domain }),
      description: decision === APPROVED && nodes !== undefined ? t('approve_nodes', { count: nodes }) : undefined,
      action: leaves ? { label: t('show'), onClick: () => onShow(shown.domain_id) } : undefined,
    });
  };

  /** Sends a decision. Throws what the server refused; resolves as well when `stop` kept it from being sent. */
  const send = async (shown: Domain, decision: Decision): Promise<void> => {
    if (busy.current) return;
    busy.current = true;
    setPending(decision);
    try {
      const checked = await check(shown);
      const body = { audit_status: decision };
      const sent = checked.stop ?? (await unlessGone(call(domains.audit, { params: { id: shown.domain_id }, body })));
      if (sent === null || sent === checked.stop) {
        setStop(checked.stop ?? { domain_id: shown.domain_id, why: 'gone' });
      } else {
        setStop(null);
        onDone();
        queries.setQueryData<Waiting>(waitingQuery.queryKey, (known) => known && settle(known, shown, decision));
        tell(shown, decision, checked.fresh?.nodes.length);
      }
      void invalidate(domains.audit);
    } finally {
      busy.current = false;
      setPending(null);
    }
  };

  return {
    pending,
    stop,
    send,
    /** As `send`, but tells a refusal in a notice. */
    attempt: (shown: Domain, decision: Decision) =>
      send(shown, decision).catch((error) =>
        notify({
          kind: 'failed',
          title: t(`failed.${WORDS[decision]}`, { domain: shown.domain }),
          description: errorText(error),
        }),
      ),
  };
}

/** The queue after a decision, until it is read again. */
function settle(known: Waiting, { domain_id }: Domain, audit_status: Decision): Waiting {
  const rows = known.rows.map((row) => (row.domain_id === domain_id ? { ...row, audit_status } : row));
  const left = rows.filter(isWaiting);
  return { rows: left, total: known.total - (rows.length - left.length) };
}
