'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useLayoutEffect, useRef, useState } from 'react';
import { runBulk } from '@/components/data-table/selection/bulk';
import { useSession } from '@/components/layout/account/session';
import { shortened } from '@/components/ui/content/shortened';
import { notify } from '@/components/ui/overlays/toast';
import { call } from '@/lib/api/client';
import { approvals } from '@/lib/guard/approvals/contract';
import { domains } from '@/lib/guard/domains/contract';
import { waitingQuery } from '../queue/waiting';
import { type Held, holdsQuery } from './holds';
import { DECISION_WORDS, type Decision, useRefresh } from './use-decision';
import { useOfferElsewhere } from './use-offer-elsewhere';

const NONE: readonly Held[] = [];
const ids = (holds: readonly Held[]) => new Set(holds.map((hold) => hold.domain_id));

/** Says what became of decisions whose time was over: that they count now, `onEffect` too, or that they were dropped. */
function useOutcome(onEffect: (ids: Iterable<string>) => void) {
  const t = useTranslations('guard.approvals');
  return async (ended: readonly Held[]) => {
    const dropped = await runBulk(
      ended,
      async ({ domain_id, audit_status }) => {
        const fresh = await call(domains.view, { params: { id: domain_id } });
        if (fresh.audit_status !== audit_status) throw new Error('dropped');
      },
      () => undefined,
    );
    const lost = new Set(dropped.map(({ row }) => row.domain_id));
    const counting = ended.filter((hold) => !lost.has(hold.domain_id));
    onEffect(ids(counting));
    const [first, ...more] = counting;
    if (first) {
      const word = DECISION_WORDS[first.audit_status as Decision];
      const title = more.length > 0 ? t('done_many', { count: more.length + 1 }) : null;
      notify({ kind: 'done', title: title ?? t(`done.${word}`, { domain: shortened(first.domain) }) });
    }
    for (const { row } of dropped) {
      const word = DECISION_WORDS[row.audit_status as Decision];
      notify({
        kind: 'failed',
        title: t(`failed.${word}`, { domain: shortened(row.domain) }),
        description: t('dropped'),
      });
    }
  };
}

/** Takes decisions back; answers those for which there still was time. */
function useUndo(undone: { current: Set<string> }) {
  const t = useTranslations('guard.approvals');
  const queries = useQueryClient();
  return async (holds: readonly Held[]): Promise<Held[]> => {
    for (const { domain_id } of holds) undone.current.add(domain_id);
    const failures = await runBulk(
      holds,
      ({ domain_id }) => call(approvals.undo, { params: { id: domain_id } }),
      () => undefined,
    );
    for (const { row, error } of failures) {
      undone.current.delete(row.domain_id);
      notify({
        kind: 'failed',
        title: t('undo_failed', { domain: shortened(row.domain) }),
        error,
      });
    }
    const late = new Set(failures.map(({ row }) => row.domain_id));
    const taken = holds.filter((hold) => !late.has(hold.domain_id));
    await queries.cancelQueries(holdsQuery);
    queries.setQueryData(holdsQuery.queryKey, (known) => known?.filter((hold) => !ids(taken).has(hold.domain_id)));
    void queries.invalidateQueries(holdsQuery);
    void queries.invalidateQueries(waitingQuery);
    return taken;
  };
}

/**
 * The decisions on hold, one's own and those of colleagues. What is on hold has left the queue, and stays out of it
 * until the queue was read again after the decision took effect.
 */
export function useHolds(onEffect: (ids: Iterable<string>) => void) {
  const own = useSession().user.user_name;
  const refresh = useRefresh();
  const { data: holds = NONE } = useQuery(holdsQuery);
  const [leaving, setLeaving] = useState<ReadonlySet<string>>(new Set());
  const before = useRef(NONE);
  const undone = useRef(new Set<string>());
  const tell = useOutcome(onEffect);
  const undo = useUndo(undone);
  const settle = (ended: readonly Held[]) => refresh().then(() => tell(ended));
  useOfferElsewhere(
    holds.filter((hold) => hold.user_name === own),
    { undo, settle },
  );
  // Before the next paint, so that a domain does not flash up in the queue between two answers of the server.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new answer of the server begins anything
  useLayoutEffect(() => {
    const now = ids(holds);
    const ended = before.current.filter(({ domain_id }) => !now.has(domain_id) && !undone.current.delete(domain_id));
    before.current = holds;
    if (ended.length === 0) return;
    const gone = ids(ended);
    setLeaving((known) => new Set([...known, ...gone]));
    void refresh().then(() => {
      setLeaving((known) => new Set([...known].filter((id) => !gone.has(id))));
      void tell(ended.filter((hold) => hold.user_name === own));
    });
  }, [holds]);
  const held = ids(holds);
  return {
    holds,
    of: (domain_id: string) => holds.find((hold) => hold.domain_id === domain_id),
    isHidden: (domain_id: string) => held.has(domain_id) || leaving.has(domain_id),
    isOwn: (hold: Pick<Held, 'user_name'>) => hold.user_name === own,
    undo,
  };
}

export type Holds = ReturnType<typeof useHolds>;
