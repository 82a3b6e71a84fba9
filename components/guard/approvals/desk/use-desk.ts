'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useShortcuts } from '@/components/layout/page/shortcuts';
import { shortened } from '@/components/ui/content/shortened';
import { notify } from '@/components/ui/overlays/toast';
import { ApiError } from '@/lib/api/client';
import type { Reason, Waiting } from '@/lib/guard/approvals/contract';
import { APPROVED, IN_REVIEW, REJECTED } from '@/lib/guard/domains/contract';
import { type Held, inGroups } from '../decision/holds';
import { type Stop, whyOf } from '../decision/stops';
import {
  DECISION_WORDS,
  type Decision,
  type Judgement,
  type Refusal,
  UNREPORTED,
  useDecision,
} from '../decision/use-decision';
import { useDrafts } from '../decision/use-drafts';
import { useHolds } from '../decision/use-holds';
import { usePicks } from '../queue/use-picks';
import { type Queue, useQueue } from '../queue/use-queue';
import { isWaiting, waitingQuery } from '../queue/waiting';

/** A decision that asks for words first: about the open domain, or about everything picked. */
export type Asking = Omit<Judgement, 'reason'> & { isBatch: boolean };

/** A refusal inside an answer, as the error it would have been alone. */
const refusal = (err_key: string, message: string) =>
  new ApiError(400, { code: 0, message, err_key, data: { category: 'validation' } }, '', 0);

const NO_REFUSALS: ReadonlyMap<string, Refusal> = new Map();

/** The queue, what is picked in it, and deciding about it: the next one opens by itself. */
export function useDesk(listRef: RefObject<HTMLElement | null>) {
  const t = useTranslations('guard.approvals');
  const drafts = useDrafts();
  const holds = useHolds(drafts.drop);
  const [refusals, setRefusals] = useState(NO_REFUSALS);
  const [asking, setAsking] = useState<Asking | null>(null);
  const [stop, setStop] = useState<Stop | null>(null);
  const [undoing, setUndoing] = useState(false);
  const queue = useQueue(
    holds,
    [...refusals.values()].map(({ row }) => row),
  );
  const picks = usePicks();
  const picked = queue.rows.filter((row) => picks.picked.has(row.domain_id));
  const go = useGo(queue, listRef);
  const openNext = (decided?: ReadonlySet<string>) => go(queue.following(decided)?.domain_id ?? null);
  const { domain, seen } = queue.open ?? {};
  const opened = useOpened(domain?.domain_id);
  const sent = useRef(new Map<string, number>());
  const { pending, send } = useDecision((decided, decision) => {
    if (decision === IN_REVIEW) drafts.drop(decided);
    if (!domain || !decided.has(domain.domain_id)) return;
    seen?.accept();
    openNext(decided);
  });
  const refusalText = useRefusalText();
  const latest = useLatest();

  /** Sends a decision. What was refused of a selection stays picked with its reason; of one domain it is shown beside it. */
  const sendAll = async ({ isBatch, ...judgement }: Asking, reason: Reason): Promise<void> => {
    const { decision, rows } = judgement;
    if (decision !== APPROVED) drafts.keep(rows, { decision, reason });
    const refused = await send({ ...judgement, reason });
    if (!refused) return;
    if (isBatch) {
      sent.current = new Map(judgement.seen);
      setRefusals(new Map(refused.map((each) => [each.row.domain_id, each])));
      picks.replace(latest(refused.map(({ row }) => row)));
      if (refused.length > 0) notify({ kind: 'failed', title: t('refused', { count: refused.length }) });
      return;
    }
    const [first] = refused;
    const why = first ? whyOf(first.err_key) : null;
    setStop(first && why ? { domain_id: first.row.domain_id, why } : null);
    if (first) seen?.accept();
    if (first && !why) throw refusal(first.err_key, refusalText(first));
  };

  const ask = (next: Asking) => {
    const { decision, rows, isBatch } = next;
    if (asking || rows.length === 0) return;
    if (isBatch || decision !== APPROVED) return setAsking(next);
    const shown = (error: unknown) =>
      notify({
        kind: 'failed',
        title: t(`failed.${DECISION_WORDS[decision]}`, { domain: shortened(rows[0]?.domain ?? '') }),
        error,
      });
    void sendAll(next, UNREPORTED).catch(shown);
  };

  const undo = async (taken: readonly Held[]) => {
    setUndoing(true);
    const back = await holds.undo(taken).finally(() => setUndoing(false));
    const [first] = back;
    if (!first) return;
    notify({ kind: 'done', title: t('undone', { domain: shortened(first.domain), count: back.length }) });
    // What was chosen together is chosen again, since the next decision is most likely about the same.
    const again = back.flatMap(({ domain_id }) => {
      const utime = sent.current.get(domain_id);
      return utime === undefined ? [] : [[domain_id, utime] as const];
    });
    if (again.length > 1) picks.restore(new Map(again));
    if (back.length === 1 || !queue.isPhone) go(first.domain_id);
  };

  const clear = () => {
    picks.clear();
    setRefusals(NO_REFUSALS);
  };
  const desk = {
    queue,
    holds,
    pending,
    stop,
    asking,
    picked,
    undoing,
    go,
    /** Words for why nothing was decided about a domain of a selection. */
    refusalOf: (domain_id: string): string | null => {
      const refusal = refusals.get(domain_id);
      return refusal ? refusalText(refusal) : null;
    },
    decide: (decision: Decision) =>
      domain &&
      ask({
        decision,
        rows: [domain],
        seen: new Map([[domain.domain_id, seen?.utime ?? domain.utime]]),
        isBatch: false,
      }),
    decidePicked: (decision: Decision) => ask({ decision, rows: picked, seen: picks.picked, isBatch: true }),
    wasOpened: (domain_id: string) => opened.has(domain_id),
    keep: () => setAsking(null),
    draftOf: drafts.of,
    send: sendAll,
    openNext: queue.following() ? () => openNext() : undefined,
    undo: (taken: readonly Held[]) => void undo(taken),
    pick: (domain_id: string, range: boolean) => picks.pick(queue.rows, domain_id, range),
    clear,
  };
  useKeys(desk);
  return desk;
}

export type Desk = ReturnType<typeof useDesk>;

/** The domains that were opened since the page was. */
function useOpened(domain_id: string | undefined): ReadonlySet<string> {
  const opened = useRef(new Set<string>());
  useEffect(() => {
    if (domain_id !== undefined) opened.current.add(domain_id);
  }, [domain_id]);
  return opened.current;
}

/** Words for a refusal: short ones for what happens between colleagues, else what the server says of its err_key. */
function useRefusalText(): (refusal: Refusal) => string {
  const t = useTranslations('guard.approvals.refusals');
  const all = useTranslations();
  return ({ err_key }) => {
    const why = whyOf(err_key);
    if (why) return t(why);
    return all.has(err_key) ? all(err_key) : err_key;
  };
}

/** Rows as the queue knows them by now; a row that left it as it was. */
function useLatest() {
  const queries = useQueryClient();
  return (rows: readonly Waiting[]): Waiting[] => {
    const known = queries.getQueryData(waitingQuery.queryKey)?.list ?? [];
    return rows.map((row) => known.find((each) => each.domain_id === row.domain_id) ?? row);
  };
}

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

/**
 * J and K walk, X picks. A, V and R decide about what is picked, else about the open one where it waits; what is settled
 * is only changed by its buttons. U takes the last decision of one's own back.
 */
function useKeys({ queue, holds, picked, go, decide, decidePicked, undo, undoing, pick, clear }: Desk) {
  const t = useTranslations('guard.approvals.keys');
  const open = queue.open;
  const domain = open && !open.gone && !open.hold && isWaiting(open.domain) ? open.domain : null;
  const walk = (step: number) => () => {
    const row = queue.rows[Math.max(0, Math.min(queue.rows.length - 1, queue.at + step))];
    if (row) go(row.domain_id);
  };
  const judge = (decision: Decision) => () => {
    if (picked.length > 0) decidePicked(decision);
    else if (domain && domain.audit_status !== decision) decide(decision);
  };
  const own = inGroups(holds.holds).find(holds.isOwn);
  useShortcuts([
    { key: 'j', label: t('next'), run: walk(1) },
    { key: 'k', label: t('previous'), run: walk(-1) },
    { key: 'a', label: t('approve_key'), run: judge(APPROVED), once: true },
    { key: 'v', label: t('review_key'), run: judge(IN_REVIEW), once: true },
    { key: 'r', label: t('reject_key'), run: judge(REJECTED), once: true },
    { key: 'u', label: t('undo_key'), run: () => own && !undoing && undo(own.holds), once: true },
    { key: 'x', label: t('pick_key'), run: () => open && pick(open.domain.domain_id, false), once: true },
    {
      key: 'X',
      cap: 'Shift X',
      label: t('range_key'),
      run: () => open && pick(open.domain.domain_id, true),
      once: true,
    },
    ...(picked.length > 0 ? [{ key: 'Escape', cap: 'Esc', label: t('clear_key'), run: clear }] : []),
  ]);
}
