'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useRef, useState } from 'react';
import { useInvalidate } from '@/components/form/use-invalidate';
import { useSession } from '@/components/layout/account/session';
import { shortened } from '@/components/ui/content/shortened';
import { notify } from '@/components/ui/overlays/toast';
import { call } from '@/lib/api/client';
import { approvals, HOLD_MS, type Queue, type Reason, type Waiting } from '@/lib/guard/approvals/contract';
import { APPROVED, domains, IN_REVIEW, REJECTED } from '@/lib/guard/domains/contract';
import { waitingQuery } from '../queue/waiting';
import { holdsQuery } from './holds';

export type Decision = typeof APPROVED | typeof IN_REVIEW | typeof REJECTED;
export const DECISION_WORDS = { [APPROVED]: 'approved', [IN_REVIEW]: 'in_review', [REJECTED]: 'rejected' } as const;
export const UNREPORTED: Reason = { 'zh-CN': '', 'en-US': '' };

/** What is decided about which domains; `seen` is the utime of each as the reader has taken it in. */
export type Judgement = {
  rows: readonly Waiting[];
  seen: ReadonlyMap<string, number>;
  decision: Decision;
  reason: Reason;
};
/** A domain about which nothing was decided, and the server's err_key for it. */
export type Refusal = { row: Waiting; err_key: string };

/** Everything that shows which domains wait. */
export function useRefresh() {
  const invalidate = useInvalidate();
  return () => invalidate(domains.audit, { invalidates: [approvals.queue.path, approvals.holds.path] });
}

/** Brings what was decided into what the page shows, until the server is asked again. */
function useSettle() {
  const queries = useQueryClient();
  const { user_name } = useSession().user;
  return async (decided: readonly (Waiting & { due_at: number })[], audit_status: Decision) => {
    const dueAt = new Map(decided.map((row) => [row.domain_id, row.due_at]));
    if (audit_status === IN_REVIEW) {
      queries.setQueryData<Queue>(waitingQuery.queryKey, (known) => known && reviewed(known, dueAt));
      return;
    }
    await queries.cancelQueries(holdsQuery);
    const ends_at = Date.now() + HOLD_MS;
    const made = decided.map(({ domain_id, domain, due_at }) => ({
      ...{ domain_id, domain, audit_status, due_at, user_name, ends_at },
    }));
    queries.setQueryData(holdsQuery.queryKey, (known = []) => [
      ...known.filter((hold) => !dueAt.has(hold.domain_id)),
      ...made,
    ]);
  };
}

/** Deciding about domains, as one has seen them. `onDone` learns which were decided. */
export function useDecision(onDone: (decided: ReadonlySet<string>, decision: Decision) => void) {
  const t = useTranslations('guard.approvals');
  const refresh = useRefresh();
  const settle = useSettle();
  const busy = useRef(false);
  const [pending, setPending] = useState<Decision | null>(null);

  const judge = async ({ rows, seen, decision, reason }: Judgement): Promise<Refusal[]> => {
    const domain_ids = rows.map((row) => row.domain_id);
    const body = { domain_ids, audit_status: decision, reason, seen_utime: Object.fromEntries(seen) };
    const { results } = await call(approvals.decide, { body });
    const answers = new Map(results.map((result) => [result.domain_id, result]));
    const decided = rows.flatMap((row) => {
      const answer = answers.get(row.domain_id);
      return answer && answer.err_key === '' ? [{ ...row, due_at: answer.due_at }] : [];
    });
    if (decided.length > 0) {
      await settle(decided, decision);
      onDone(new Set(decided.map((row) => row.domain_id)), decision);
    }
    const [first, ...more] = decided;
    if (first && decision === IN_REVIEW) {
      const title = more.length > 0 ? t('reviewed_many', { count: decided.length }) : null;
      notify({ kind: 'done', title: title ?? t('done.in_review', { domain: shortened(first.domain) }) });
    }
    const refused = rows.flatMap((row): Refusal[] => {
      const err_key = answers.get(row.domain_id)?.err_key ?? '';
      return err_key === '' ? [] : [{ row, err_key }];
    });
    const refreshed = refresh();
    // Where nothing was decided the reader is informed beside the facts as they are now.
    if (refused.length > 0) await refreshed;
    return refused;
  };

  /** Sends; answers about which domains nothing was decided. Undefined while an earlier one is under way. */
  const send = async (judgement: Judgement): Promise<Refusal[] | undefined> => {
    if (busy.current) return undefined;
    busy.current = true;
    setPending(judgement.decision);
    try {
      return await judge(judgement);
    } finally {
      busy.current = false;
      setPending(null);
    }
  };
  return { pending, send };
}

/** A review begins at once: that moment is the utime of the domain. */
function reviewed({ list, total }: Queue, dueAt: ReadonlyMap<string, number>): Queue {
  const changed = list.map((row) => {
    const utime = dueAt.get(row.domain_id);
    return utime === undefined ? row : { ...row, audit_status: IN_REVIEW, utime };
  });
  return { list: changed, total };
}
