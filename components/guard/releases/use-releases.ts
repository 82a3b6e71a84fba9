'use client';

import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useWord } from '@/components/audit/word';
import { useSettingName } from '@/components/guard/settings/setting-name';
import { useList } from '@/components/layout/preferences/use-format';
import { capital } from '@/components/ui/capital';
import { call, query } from '@/lib/api/client';
import { type Delivery, type Release, releases } from '@/lib/guard/releases/contract';
import { changeWords } from './change-words';

const SIZE = 20;
const ARRIVING_MS = 3_000;
const WATCH_MS = 10_000;

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
  const seen = new Map(data?.pages.flatMap((page) => page.list).map((release) => [release.id, release]));
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

/** What brought a release about: its changes, in the words of the permissions they needed. */
export function useCause(): (release: Release) => string {
  const t = useTranslations();
  const word = (action: string) => {
    const own = `guard.releases.causes.${action.replaceAll('.', '_')}`;
    if (t.has(own)) return t(own);
    return t.has(`permission.${action}`) ? t(`permission.${action}`) : action;
  };
  return ({ causes }) => {
    const words = [...new Set(causes.map((cause) => word(cause.action)))];
    return words.length > 0 ? words.join(t('guard.releases.and')) : t('guard.releases.no_cause');
  };
}

/** What a release changed, in words; where nothing has words, what brought it about. */
export function useChange(): (release: Release) => string {
  const t = useTranslations('guard.releases');
  const list = useList();
  const word = useWord();
  const settingName = useSettingName();
  const causeOf = useCause();
  return (release) => {
    const words = changeWords(release).map(({ key, name = '', names = [], value, set }) =>
      t(`changed.${key}`, {
        name: settingName(name),
        names: list(names),
        value: set ? word(`words.${set}`, value) : String(value ?? ''),
      }),
    );
    const said = words.join(t('and'));
    return said === '' ? causeOf(release) : capital(said);
  };
}

/** Who made the changes of a release. */
export function useActors(): (release: Release) => string {
  const list = useList();
  return ({ causes }) => list([...new Set(causes.map((cause) => cause.actor_name))]);
}

/** How a release is called: r118 of the domain itself; its object before it for any other, by name where a domain has several of the kind. */
export function useReleaseName(): (release: Pick<Release, 'id' | 'kind' | 'number' | 'label'>) => string {
  const t = useTranslations('guard.releases');
  return ({ id, kind, number, label }) => {
    const isOwn = id === String(number);
    return isOwn || !t.has(`kinds.${kind}`) ? `r${number}` : t(`kinds.${kind}`, { label, name: `r${number}` });
  };
}

/** Which nodes run a domain as it should be; asked again while one has not said, or something is on its way. */
export function useDelivery(domain_id: string): Delivery | undefined {
  const { data } = useQuery({
    ...query(releases.delivery, { params: { id: domain_id } }),
    refetchInterval: ({ state: { data: last } }) =>
      last && (last.pending > 0 || last.nodes.some((node) => node.state === 'waiting')) ? ARRIVING_MS : WATCH_MS,
  });
  return data;
}
