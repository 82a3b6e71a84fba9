'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useWord } from '@/components/audit/word';
import { Ago } from '@/components/layout/preferences/time';
import type { Meaning } from '@/components/ui/content/meaning';
import { Note } from '@/components/ui/states/note';
import { query } from '@/lib/api/client';
import { type Failover, failover } from '@/lib/guard/failover/contract';

const REFRESH_MS = 6_000;

const MEANINGS: Record<Failover['state'], Meaning> = {
  normal: 'approved',
  failing: 'rejected',
  switched: 'pending',
  recovering: 'monitor',
};

/** How the nodes of a domain answer health checks; asked again while it may switch by itself. */
export function useFailover(id: string): Failover | undefined {
  const { data } = useQuery({
    ...query(failover.view, { params: { id } }),
    refetchInterval: (asked) => (asked.state.data?.enabled ? REFRESH_MS : false),
    retry: false,
  });
  return data;
}

/** Whether a domain that switches by itself is on its nodes, and why it stays there or left them. */
export function FailoverNote({ failover: data }: { failover: Failover | undefined }) {
  const t = useTranslations('guard.schedules.failover');
  const word = useWord();
  if (!data?.enabled) return null;
  const spanOf = (seconds: number) =>
    seconds < 120 ? t('seconds', { count: seconds }) : t('minutes', { count: Math.round(seconds / 60) });
  const { state, since, obstacle, patience } = data;
  const counted = data.nodes.filter(({ counts }) => counts);
  const answering = counted.filter((node) => node.answering).length;
  return (
    <Note
      meaning={obstacle === 'none' ? MEANINGS[state] : 'rejected'}
      title={t('title', { state: word('words.failover_state', state) })}
      className="mb-3"
    >
      {t('answering', { answering, nodes: counted.length })} {t(state, { patience: spanOf(patience) })}
      {obstacle === 'none' ? null : ` ${t('stays', { reason: word('words.failover_obstacle', obstacle) })}`}
      {since === 0 ? null : (
        <span className="text-ink-3">
          {' · '}
          <Ago value={since} />
        </span>
      )}
    </Note>
  );
}
