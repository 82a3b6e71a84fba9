'use client';

import { useState } from 'react';
import { useSettled } from '@/components/ui/states/use-settled';
import type { Domain } from '@/lib/guard/domains/contract';

/** What has been on the page for so long counts as read. */
const READ_MS = 1_500;

type State = Pick<Domain, 'domain_id' | 'utime' | 'audit_status'>;
const stateOf = ({ domain_id, utime, audit_status }: State): State => ({ domain_id, utime, audit_status });

/**
 * Which state of the open domain the reader has taken in: the one it had when it was opened, then each later one that
 * was there long enough. A decision names it, so that none is made on facts that came a moment ago.
 */
export function useSeen(domain: State | undefined) {
  const [opened, setOpened] = useState<State>();
  const known = opened?.domain_id === domain?.domain_id ? opened : undefined;
  const key = domain && `${domain.domain_id} ${domain.utime}`;
  const isRead = useSettled(key, READ_MS) === key;
  if (domain && !known) setOpened(stateOf(domain));
  const isNew = domain !== undefined && known !== undefined && domain.utime !== known.utime;
  return {
    utime: (isNew && !isRead ? known?.utime : domain?.utime) ?? 0,
    /** What happened to it while it was open: its owner changed it, or a colleague moved it on. */
    since: isNew ? (domain.audit_status === known.audit_status ? ('updated' as const) : ('moved' as const)) : null,
    /** Takes what is shown for read: the reader was informed, or it is their own doing. */
    accept: () => setOpened(undefined),
  };
}
