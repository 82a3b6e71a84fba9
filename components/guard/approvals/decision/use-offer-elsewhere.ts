'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useEffect, useRef } from 'react';
import { useAuditMark } from '@/components/guard/domains/audit-state';
import { shortened } from '@/components/ui/content/shortened';
import { notify } from '@/components/ui/overlays/toast';
import { type Held, type HeldGroup, holdsQuery, inGroups, WATCHED_MS } from './holds';

type Deeds = {
  /** Takes decisions back; answers those for which there still was time. */
  undo: (holds: readonly Held[]) => Promise<Held[]>;
  /** Has what changed with decisions asked again, and says what became of them. */
  settle: (ended: readonly Held[]) => Promise<void>;
};

/** Offers on the pages that somebody went on to; the approvals have their own. */
const offers = new Set<AbortController>();

const pause = () => new Promise((resolve) => setTimeout(resolve, WATCHED_MS));

/** Whether none of a group is on hold any more; not while that cannot be asked. */
function useIsOver() {
  const queries = useQueryClient();
  return async ({ holds }: HeldGroup): Promise<boolean> => {
    const known = await queries.fetchQuery({ ...holdsQuery, staleTime: 0 }).catch(() => null);
    const ids = new Set(holds.map(({ domain_id }) => domain_id));
    return known !== null && !known.some(({ domain_id }) => ids.has(domain_id));
  };
}

/** Offers in a notice, until it takes effect, to take a decision back; then settles it as the approvals would. */
function useOffer({ undo, settle }: Deeds) {
  const t = useTranslations('guard.approvals');
  const mark = useAuditMark();
  const isOver = useIsOver();
  const takeBack = async (holds: readonly Held[]) => {
    const [first, ...more] = await undo(holds);
    if (first)
      notify({ kind: 'done', title: t('undone', { domain: shortened(first.domain), count: more.length + 1 }) });
  };
  return async (group: HeldGroup): Promise<void> => {
    const [first, ...more] = group.holds;
    const offer = new AbortController();
    offers.add(offer);
    notify({
      kind: 'progress',
      title: t('hold.elsewhere', {
        domain: more.length > 0 ? t('hold.domains', { count: more.length + 1 }) : shortened(first?.domain ?? ''),
        state: mark(group.audit_status).word,
      }),
      description: t('hold.soon'),
      until: offer.signal,
      action: {
        label: t('hold.undo'),
        onClick: () => {
          offer.abort();
          void takeBack(group.holds);
        },
      },
    });
    do await pause();
    while (!offer.signal.aborted && !(await isOver(group)));
    offers.delete(offer);
    if (offer.signal.aborted) return;
    offer.abort();
    await settle(group.holds);
  };
}

/** Goes on offering to take one's own decisions back where somebody leaves the approvals before these take effect. */
export function useOfferElsewhere(own: readonly Held[], deeds: Deeds): void {
  const offer = useOffer(deeds);
  const leave = useRef(() => {});
  useEffect(() => {
    leave.current = () => {
      for (const group of inGroups(own)) void offer(group);
    };
  });
  useEffect(() => {
    for (const open of offers) open.abort();
    return () => leave.current();
  }, []);
}
