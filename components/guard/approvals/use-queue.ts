'use client';

import { useQuery } from '@tanstack/react-query';
import { createParser, useQueryState } from 'nuqs';
import { useEffect, useState } from 'react';
import { usePermission } from '@/components/layout/session';
import { useIsPhone } from '@/components/layout/use-media-query';
import { ApiError, query } from '@/lib/api/client';
import { type Domain, type DomainDetail, domains } from '@/lib/guard/domains/contract';
import type { Held } from './holds';
import type { Holds } from './use-holds';
import { inOrder, isWaiting, waitingQuery } from './waiting';

/** An open domain is read anew this often, so that another's decision shows while one reads. */
const OPEN_EVERY_MS = 15_000;

const parseId = createParser({
  parse: (value) => (/^[\w-]{1,64}$/.test(value) ? value : null),
  serialize: (value: string) => value,
});

/** What one reads and decides about: the domain as last seen, and what only reading it adds. */
export type Open = {
  domain: Domain;
  detail: DomainDetail | undefined;
  /** It was deleted, or left the caller's sight, while it was open. */
  gone: boolean;
  /** It waited when it was opened and does not any more: somebody else decided. */
  elsewhere: boolean;
  /** A decision about it waits to take effect. */
  hold: Held | undefined;
};

const NONE: ReadonlySet<string> = new Set();
const newer = (a: Domain | undefined, b: Domain | undefined) => (a && b ? (b.utime > a.utime ? b : a) : (a ?? b));

function useDetail(id: string | null) {
  const can = usePermission();
  const input = { params: { id: id ?? '' } };
  return useQuery({
    ...query(domains.view, input),
    enabled: id !== null && can('guard.domain.view'),
    refetchInterval: ({ state }) => (state.status === 'error' ? false : OPEN_EVERY_MS),
  });
}

/** The domain last open, kept after it left both the queue and the server, and whether it waited while it was open. */
function useLastSeen(id: string | null, seen: Domain | undefined) {
  const [last, setLast] = useState<{ domain: Domain; waited: boolean }>();
  const known = last?.domain.domain_id === id ? last : undefined;
  if (seen && seen !== known?.domain) {
    setLast({ domain: seen, waited: isWaiting(seen) || (known?.waited ?? false) });
  }
  return { domain: seen ?? known?.domain, waited: known?.waited ?? false };
}

/**
 * The queue and what is open in it. The open one is named in the URL; without a name it is the first, except on a
 * phone, where nothing is open until chosen. A domain decided elsewhere stays in its row while it is open; one whose
 * decision is on hold has left, and `kept` ones stay whatever became of them.
 */
export function useQueue(holds: Holds, kept: readonly Domain[]) {
  const isPhone = useIsPhone();
  const [named, setNamed] = useQueryState('id', parseId.withOptions({ history: 'replace' }));
  const waiting = useQuery(waitingQuery);
  const rows = inOrder([...kept, ...(waiting.data?.rows ?? []).filter((row) => !holds.isHidden(row.domain_id))]);
  const first = isPhone ? null : (rows[0]?.domain_id ?? null);
  const id = named ?? first;
  // Named at once, so that the page never turns to another domain when the first one leaves the queue.
  useEffect(() => {
    if (named === null && first !== null) void setNamed(first);
  }, [named, first, setNamed]);
  const detail = useDetail(id);
  const listed = rows.find((row) => row.domain_id === id);
  const { domain, waited } = useLastSeen(id, newer(listed, detail.data));
  const gone = detail.error instanceof ApiError && detail.error.status === 404;
  const open: Open | null = domain
    ? { domain, detail: detail.data, gone, elsewhere: waited && !isWaiting(domain), hold: holds.of(domain.domain_id) }
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
    following: (decided: ReadonlySet<string> = NONE): Domain | undefined => {
      const isNext = (row: Domain) => isWaiting(row) && !decided.has(row.domain_id) && !holds.isHidden(row.domain_id);
      return shown.slice(at + 1).find(isNext) ?? shown.slice(0, Math.max(0, at)).findLast(isNext);
    },
  };
}

export type Queue = ReturnType<typeof useQueue>;
