'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { usePermission } from '@/components/layout/account/session';
import { useList } from '@/components/layout/preferences/use-format';
import { Note } from '@/components/ui/states/note';
import { query } from '@/lib/api/client';
import { origins, type Peers } from '@/lib/guard/origins/contract';

const NAMED = 5;
const KINDS = ['ping_config', 'tcp_configs', 'http_configs'] as const;

/** How other domains watch a shared origin, kind by kind. */
function useWatched(peers: Peers | undefined): string[] {
  const t = useTranslations('guard.origins.peers');
  const list = useList();
  return KINDS.flatMap((kind) => {
    const check = peers?.[kind];
    if (!check) return [];
    const action = t(check.action === 5 ? 'switches' : 'alerts');
    return [t(kind, { count: check.detection_time_intervals, ports: list(check.ports), action })];
  });
}

/** Which other domains of the owner have one of these origins, and how they watch it (spec 4.5). */
export function PeersNote({ domain_id }: { domain_id: string }) {
  const t = useTranslations('guard.origins.peers');
  const list = useList();
  const isAllowed = usePermission()('guard.domain.settings');
  const { data } = useQuery({ ...query(origins.peers, { params: { id: domain_id } }), enabled: isAllowed });
  const watched = useWatched(data);
  if (!data?.shared) return null;
  const names = list(data.domains.slice(0, NAMED));
  const more = data.domains.length - NAMED;
  return (
    <Note meaning="monitor" title={t('title', { names: more > 0 ? t('and_more', { names, count: more }) : names })}>
      {t('text')}
      {watched.length > 0 ? ` ${watched.join(' ')}` : null}
    </Note>
  );
}
