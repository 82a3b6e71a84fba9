'use client';

import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { call } from '@/lib/api/client';
import { type Release, releases } from '@/lib/guard/releases/contract';

const SIZE = 20;

/** The releases of a domain, newest first, a page more with each `more`. */
export function useReleases(domain_id: string) {
  const { data, error, refetch, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: [releases.list.path, { params: { id: domain_id } }, 'pages'],
    queryFn: ({ pageParam, signal }) =>
      call(releases.list, { params: { id: domain_id }, query: { page: pageParam, size: SIZE } }, signal),
    initialPageParam: 1,
    getNextPageParam: (last, pages) => (pages.length * SIZE < last.total ? pages.length + 1 : undefined),
  });
  // A release made between two pages pushes the last one of a page onto the next.
  const seen = new Map(data?.pages.flatMap((page) => page.list).map((release) => [release.number, release]));
  const total = data?.pages[0]?.total;
  return {
    list: data && [...seen.values()],
    total,
    error,
    refetch: () => void refetch(),
    more: total !== undefined && seen.size < total ? () => void fetchNextPage() : undefined,
    isLoadingMore: isFetchingNextPage,
  };
}

/** What brought a release about: the change, in the words of the permission it needed. */
export function useCause(): (release: Release) => string {
  const t = useTranslations();
  return ({ cause }) => {
    const own = `guard.releases.causes.${cause.replaceAll('.', '_')}`;
    if (t.has(own)) return t(own);
    return t.has(`permission.${cause}`) ? t(`permission.${cause}`) : cause;
  };
}

/** How a release is called: r118. */
export const releaseName = (number: number): string => `r${number}`;
