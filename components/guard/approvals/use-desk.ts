'use client';

import { useTranslations } from 'next-intl';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useShortcuts } from '@/components/layout/shortcuts';
import { APPROVED, type Domain, IN_REVIEW, REJECTED } from '@/lib/guard/domains/contract';
import { type Decision, useDecision } from './use-decision';
import type { Queue } from './use-queue';
import { isWaiting } from './waiting';

/** Deciding within the queue: the next one opens by itself, and a rejection asks once. */
export function useDesk(queue: Queue, listRef: RefObject<HTMLElement | null>) {
  const [rejecting, setRejecting] = useState<Domain | null>(null);
  const go = useGo(queue, listRef);
  const following = queue.following();
  const openNext = () => go(following?.domain_id ?? null);
  const decision = useDecision({ onDone: openNext, onShow: go });
  const domain = queue.open?.domain;
  const decide = (chosen: Decision) => {
    if (!domain || rejecting) return;
    if (chosen === REJECTED) setRejecting(domain);
    else void decision.attempt(domain, chosen);
  };
  useKeys(queue, go, decide);
  return {
    ...decision,
    decide,
    openNext: following ? openNext : undefined,
    rejecting,
    keep: () => setRejecting(null),
  };
}

export type Desk = ReturnType<typeof useDesk>;

/** Opens another domain and takes the keyboard to its row, where no stray Enter decides anything. */
function useGo(queue: Queue, listRef: RefObject<HTMLElement | null>) {
  const follows = useRef(false);
  const id = queue.open?.domain.domain_id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the open domain that changes, the row follows
  useEffect(() => {
    const row = listRef.current?.querySelector<HTMLElement>('[aria-current=true]');
    if (follows.current) row?.focus({ preventScroll: true });
    follows.current = false;
    row?.scrollIntoView({ block: 'nearest' });
  }, [id, listRef]);
  return (next: string | null) => {
    follows.current = !queue.isPhone;
    queue.select(next);
  };
}

/** J and K walk; A, V and R decide about what waits. What is settled is only changed by its buttons. */
function useKeys(queue: Queue, go: (id: string) => void, onDecide: (decision: Decision) => void) {
  const t = useTranslations('guard.approvals.keys');
  const domain = queue.open && !queue.open.gone && isWaiting(queue.open.domain) ? queue.open.domain : null;
  const walk = (step: number) => () => {
    const row = queue.rows[Math.max(0, Math.min(queue.rows.length - 1, queue.at + step))];
    if (row) go(row.domain_id);
  };
  const decide = (decision: Decision) => () => {
    if (domain && domain.audit_status !== decision) onDecide(decision);
  };
  useShortcuts([
    { key: 'j', label: t('next'), run: walk(1) },
    { key: 'k', label: t('previous'), run: walk(-1) },
    { key: 'a', label: t('approve_key'), run: decide(APPROVED), once: true },
    { key: 'v', label: t('review_key'), run: decide(IN_REVIEW), once: true },
    { key: 'r', label: t('reject_key'), run: decide(REJECTED), once: true },
  ]);
}
