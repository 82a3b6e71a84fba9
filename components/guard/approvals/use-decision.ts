'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useRef, useState } from 'react';
import { useInvalidate } from '@/components/form/use-invalidate';
import { usePermission, useSession } from '@/components/layout/session';
import { notify } from '@/components/ui/toast';
import { ApiError, call, query } from '@/lib/api/client';
import { approvals, HOLD_MS, type Reason } from '@/lib/guard/approvals/contract';
import { APPROVED, type Domain, domains, IN_REVIEW, REJECTED } from '@/lib/guard/domains/contract';
import { holdsQuery } from './holds';
import { type Why, whyNot } from './stops';
import { isWaiting, type Waiting, waitingQuery } from './waiting';

export type Decision = typeof APPROVED | typeof IN_REVIEW | typeof REJECTED;
export const DECISION_WORDS = { [APPROVED]: 'approved', [IN_REVIEW]: 'in_review', [REJECTED]: 'rejected' } as const;
export const UNTOLD: Reason = { 'zh-CN': '', 'en-US': '' };

/** What is decided about which domains, as they were seen. */
export type Judgement = { rows: readonly Domain[]; decision: Decision; reason: Reason };
/** A domain about which nothing was decided, and why: what was found before sending, or the server's err_key. */
export type Refusal = { row: Domain; why: Why } | { row: Domain; why: null; err_key: string };

/** The answer, or null for a 404. */
async function unlessGone<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}

/** Compares what the reader saw with the server's state: one domain by reading it, several by reading the queue. */
function useCheck() {
  const queries = useQueryClient();
  const can = usePermission();
  const readOne = async (shown: Domain): Promise<Domain | null> => {
    if (!can('guard.domain.view')) return shown;
    const input = { params: { id: shown.domain_id } };
    const fresh = await unlessGone(call(domains.view, input));
    if (fresh) queries.setQueryData(query(domains.view, input).queryKey, fresh);
    return fresh;
  };
  const readQueue = async (rows: readonly Domain[]): Promise<(Domain | null)[]> => {
    const waiting = await queries.fetchQuery({ ...waitingQuery, staleTime: 0 });
    const byId = new Map(waiting.rows.map((row) => [row.domain_id, row]));
    return rows.map((row) => byId.get(row.domain_id) ?? null);
  };
  return async (rows: readonly Domain[]): Promise<Map<string, Why>> => {
    const [only, ...more] = rows;
    const [fresh, holds] = await Promise.all([
      only && more.length === 0 ? readOne(only).then((one) => [one]) : readQueue(rows),
      queries.fetchQuery({ ...holdsQuery, staleTime: 0 }),
    ]);
    const found = rows.map((row, i) => {
      const hold = holds.find((each) => each.domain_id === row.domain_id);
      return [row.domain_id, whyNot(row, fresh[i] ?? null, hold)] as const;
    });
    return new Map(found.filter((each): each is readonly [string, Why] => each[1] !== null));
  };
}

/** Brings what was decided into what the page shows, until the server is asked again. */
function useSettle() {
  const queries = useQueryClient();
  const { user_name } = useSession().user;
  return async (decided: readonly (Domain & { due_at: number })[], audit_status: Decision) => {
    const chosen = new Set(decided.map((row) => row.domain_id));
    if (audit_status === IN_REVIEW) {
      queries.setQueryData<Waiting>(waitingQuery.queryKey, (known) => known && reviewed(known, chosen));
      return;
    }
    await queries.cancelQueries(holdsQuery);
    const ends_at = Date.now() + HOLD_MS;
    const made = decided.map(({ domain_id, domain, due_at }) => ({
      ...{ domain_id, domain, audit_status, due_at, user_name, ends_at },
    }));
    queries.setQueryData(holdsQuery.queryKey, (known = []) => [
      ...known.filter((hold) => !chosen.has(hold.domain_id)),
      ...made,
    ]);
  };
}

/**
 * Deciding about domains. What the reader saw is compared with the server's state first, so that a decision never lands
 * on another's, nor on facts that changed meanwhile. `onDone` is told which domains were decided.
 */
export function useDecision(onDone: (decided: ReadonlySet<string>) => void) {
  const t = useTranslations('guard.approvals');
  const invalidate = useInvalidate();
  const check = useCheck();
  const settle = useSettle();
  const busy = useRef(false);
  const [pending, setPending] = useState<Decision | null>(null);

  const judge = async ({ rows, decision, reason }: Judgement): Promise<Refusal[]> => {
    const stops = await check(rows);
    const clear = rows.filter((row) => !stops.has(row.domain_id));
    const body = { domain_ids: clear.map((row) => row.domain_id), audit_status: decision, reason };
    const { results } = clear.length > 0 ? await call(approvals.decide, { body }) : { results: [] };
    const answers = new Map(results.map((result) => [result.domain_id, result]));
    const decided = clear.flatMap((row) => {
      const answer = answers.get(row.domain_id);
      return answer && answer.err_key === '' ? [{ ...row, due_at: answer.due_at }] : [];
    });
    if (decided.length > 0) {
      await settle(decided, decision);
      onDone(new Set(decided.map((row) => row.domain_id)));
    }
    const [first, ...more] = decided;
    if (first && decision === IN_REVIEW) {
      const title = more.length > 0 ? t('reviewed_many', { count: decided.length }) : null;
      notify({ kind: 'done', title: title ?? t('done.in_review', { domain: first.domain }) });
    }
    void invalidate(domains.audit);
    return rows.flatMap((row): Refusal[] => {
      const why = stops.get(row.domain_id);
      if (why) return [{ row, why }];
      const err_key = answers.get(row.domain_id)?.err_key ?? '';
      return err_key === '' ? [] : [{ row, why: null, err_key }];
    });
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

function reviewed(known: Waiting, chosen: ReadonlySet<string>): Waiting {
  const rows = known.rows.map((row) => (chosen.has(row.domain_id) ? { ...row, audit_status: IN_REVIEW } : row));
  const added = rows.filter(isWaiting).length - known.rows.filter(isWaiting).length;
  return { rows, total: known.total + added };
}
