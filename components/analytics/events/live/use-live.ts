'use client';

import { useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useState } from 'react';
import { eventSearch } from '@/lib/analytics/search/contract';
import { ApiError, call } from '@/lib/api/client';
import { ASKED, follow, NOTHING, release } from './follow';

/** A page asks once in so long, and after a refusal as late as the server says. */
const EVERY_MS = 2_000;
const AFTER_FAILURE_MS = 10_000;
/** Log lines may come late by so much and are still seen; more is for the search. */
const WINDOW = 'last_5m';

const pauseAfter = (error: unknown) =>
  error instanceof ApiError && error.retryAfter > 0 ? Math.max(EVERY_MS, error.retryAfter * 1_000) : AFTER_FAILURE_MS;

/** The newest requests that `asked` describes, as they come; while `isHeld` what is shown stays. A hidden tab asks nothing. */
export function useLive(asked: Readonly<Record<string, string>>, isHeld: boolean) {
  const [followed, setFollowed] = useState(NOTHING);
  const query = { ...asked, window: WINDOW, size: ASKED };
  const { data, dataUpdatedAt, error, refetch } = useQuery({
    queryKey: [eventSearch.list.path, 'live', query],
    queryFn: ({ signal }) => call(eventSearch.list, { query }, signal),
    refetchInterval: ({ state }) => (state.status === 'error' ? pauseAfter(state.error) : EVERY_MS),
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: an answer that says the same came again
  useEffect(() => {
    if (data) setFollowed((before) => follow(before, data.list, isHeld));
  }, [data, dataUpdatedAt]);
  useEffect(() => {
    if (!isHeld) setFollowed(release);
  }, [isHeld]);
  return {
    ...followed,
    hasAnswer: data !== undefined,
    error,
    pauseMs: error ? pauseAfter(error) : 0,
    refresh: () => void refetch(),
  };
}

/** Whether the reader has scrolled past an element. */
export function useIsPast(ref: RefObject<Element | null>): boolean {
  const [isPast, setPast] = useState(false);
  useEffect(() => {
    if (!ref.current) return;
    const observer = new IntersectionObserver(([entry]) => {
      if (entry) setPast(!entry.isIntersecting && entry.boundingClientRect.top < (entry.rootBounds?.top ?? 0));
    });
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, [ref]);
  return isPast;
}
