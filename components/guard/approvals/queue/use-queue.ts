'use client';

import { useQuery } from '@tanstack/react-query';
import { createParser, useQueryState } from 'nuqs';
import { useEffect, useState } from 'react';
import { usePermission } from '@/components/layout/account/session';
import { useIsPhone } from '@/components/layout/page/use-media-query';
import { ApiError, query } from '@/lib/api/client';
import type { Waiting } from '@/lib/guard/approvals/contract';
import { type DomainDetail, domains } from '@/lib/guard/domains/contract';
import type { Held } from '../decision/holds';
import type { Holds } from '../decision/use-holds';
import { useSeen } from '../dossier/use-seen';
import { inOrder, isWaiting, waitingQuery } from './waiting';

/** An open domain is read anew this often, so that another's decision shows while one reads. */
const OPEN_EVERY_MS = 15_000;

const parseId = createParser({
  parse: (value) => (/^[\w-]{1,64}$/.test(value) ? value : null),
  serialize: (value: string) => value,
});

/** What one reads and decides about: the domain as last seen, and what only reading it adds. */
export type Open = {
  domain: Waiting;
  detail: DomainDetail | undefined;
  /** It was deleted, or left the caller's sight, while it was open. */
  gone: boolean;
  /** It waited when it was opened and does not any more: somebody else decided. */
  elsewhere: boolean;
  /** A decision about it waits to take effect. */
  hold: Held | undefined;
  /** The state of it that the reader has taken in, and what happened to it since it was opened. */
  seen: ReturnType<typeof useSeen>;
};

const NONE: ReadonlySet<string> = new Set();

/** The later of what the queue and the domain itself say; the queue alone knows since when it waits. */
function newer(listed: Waiting | undefined, detail: DomainDetail | undefined): Waiting | undefined {
  if (!detail || (listed && listed.utime >= detail.utime)) return listed;
  return { ...detail, waits_since: listed?.waits_since ?? detail.ctime, on_hold: listed?.on_hold ?? false };
}

function useDetail(id: string | null) {
  const can = usePermission();
  const input = { params: { id: id ?? '' } };
  return useQuery({
    ...query(domains.view, input),
    enabled: id !== null && can('guard.domain.view'),
    refetchInterval: ({ state }) => (state.status === 'error' ? false : OPEN_EVERY_MS),
  });
}

/**
 * The domain last open, kept after it left both the queue and the server, and whether it waited for somebody else's
 * decision while it was open.
 */
function useLastSeen(id: string | null, seen: Waiting | undefined, isOwn: boolean) {
  const [last, setLast] = useState<{ domain: Waiting; waited: boolean }>();
  const known = last?.domain.domain_id === id ? last : undefined;
  const waited = seen !== undefined && !isOwn && (isWaiting(seen) || (known?.waited ?? false));
  if (seen && (seen.utime !== known?.domain.utime || waited !== known.waited)) setLast({ domain: seen, waited });
  return { domain: seen ?? known?.domain, waited };
}

/**
 * The queue and what is open in it. The open one is named in the URL; without a name it is the first, except on a
 * phone, where nothing is open until chosen. A domain decided elsewhere stays in its row while it is open; one whose
 * decision is on hold has left, and `kept` ones stay whatever became of them.
 */
export function useQueue(holds: Holds, kept: readonly Waiting[]) {
  const isPhone = useIsPhone();
  const [named, setNamed] = useQueryState('id', parseId.withOptions({ history: 'replace' }));
  const waiting = useQuery(waitingQuery);
  const rows = inOrder([...kept, ...(waiting.data?.list ?? []).filter((row) => !holds.isHidden(row.domain_id))]);
  const first = isPhone ? null : (rows[0]?.domain_id ?? null);
  const id = named ?? first;
  // Named at once, so that the page never turns to another domain when the first one leaves the queue.
  useEffect(() => {
    if (named === null && first !== null) void setNamed(first);
  }, [named, first, setNamed]);
  const detail = useDetail(id);
  const listed = rows.find((row) => row.domain_id === id);
  const hold = id === null ? undefined : holds.of(id);
  const { domain, waited } = useLastSeen(id, newer(listed, detail.data), hold !== undefined && holds.isOwn(hold));
  const seen = useSeen(domain);
  const gone = detail.error instanceof ApiError && detail.error.status === 404;
  const open: Open | null = domain
    ? { domain, detail: detail.data, gone, elsewhere: waited && !isWaiting(domain), hold, seen }
    : null;
  const shown = domain ? inOrder([...rows, domain]) : rows;
  const at = shown.findIndex((row) => row.domain_id === id);
  return {
    waiting,
    rows: shown,
    open,
    at,
    isPhone,
    /** The named domain is not there, or not the caller's to see. */
    missing: named !== null && !domain && gone,
    /** The named domain could not be read at all. */
    error: domain || gone ? null : detail.error,
    select: (next: string | null, history: 'push' | 'replace' = 'replace') => void setNamed(next, { history }),
    /** The waiting domain after this one, or before it at the end of the queue; none of those just `decided`. */
    following: (decided: ReadonlySet<string> = NONE): Waiting | undefined => {
      const isNext = (row: Waiting) => isWaiting(row) && !decided.has(row.domain_id) && !holds.isHidden(row.domain_id);
      return shown.slice(at + 1).find(isNext) ?? shown.slice(0, Math.max(0, at)).findLast(isNext);
    },
  };
}

export type Queue = ReturnType<typeof useQueue>;
