'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { useFormat } from '@/components/layout/preferences/use-format';
import { State } from '@/components/ui/content/mark';
import { Note } from '@/components/ui/states/note';
import { query } from '@/lib/api/client';
import { type Arrival as ArrivalState, arrivals } from '@/lib/guard/arrivals/contract';

const ARRIVING_MS = 1_000;
const WATCH_MS = 5_000;

const isArriving = ({ pending, nodes }: ArrivalState) => pending > 0 || nodes.some((node) => node.state === 'waiting');

function useArrival(of: keyof typeof arrivals, id: string): ArrivalState | undefined {
  const { data } = useQuery({
    ...query(arrivals[of], { params: { id } }),
    refetchInterval: ({ state }) => (state.data && isArriving(state.data) ? ARRIVING_MS : WATCH_MS),
  });
  return data;
}

/** How many nodes run what was saved last, and how long the last of them took: green only where all say so. */
function Line({ arrival }: { arrival: ArrivalState }) {
  const t = useTranslations('guard.arrivals');
  const format = useFormat();
  const { nodes, changed_at, number, failures } = arrival;
  const all = nodes.length;
  const running = nodes.filter((node) => node.state === 'running').length;
  if (all === 0)
    return (
      <State meaning="unaudited" shape="hollow">
        {t('nowhere')}
      </State>
    );
  const values = { running, all, number };
  if (failures.length > 0) return <State meaning="rejected">{t('failed', values)}</State>;
  if (isArriving(arrival)) {
    return (
      <State meaning="pending" shape="half">
        {t('arriving', values)}
      </State>
    );
  }
  const took = Math.max(...nodes.map((node) => node.since)) - changed_at;
  // Clocks of nodes are their own, and what a new node took over long after the change says nothing of the way.
  const isTold = changed_at > 0 && took > 0 && took < 600_000;
  return (
    <State meaning="approved">
      {isTold ? t('running_after', { ...values, time: format.number(took / 1_000, 1) }) : t('running', values)}
    </State>
  );
}

/** On top of the page of what was saved: whether nodes run it, and where they cannot, why. */
export function Arrival({ of, id }: { of: keyof typeof arrivals; id: string }) {
  const t = useTranslations('guard.arrivals');
  const arrival = useArrival(of, id);
  const [first] = arrival?.failures ?? [];
  return (
    <div className="mb-3">
      {/* As high as the words that follow, so that nothing below moves when they come. */}
      <div role="status" className="min-h-5">
        {arrival ? <Line arrival={arrival} /> : null}
      </div>
      {first ? (
        <Note meaning="rejected" className="mt-2" title={t('failure', { node: first.node_id, domain: first.domain })}>
          <code className="text-12 break-words whitespace-pre-wrap">{first.message}</code>{' '}
          <Link className="link" href={`/guard/domains/${first.domain_id}?tab=releases`}>
            {t('open_domain')}
          </Link>
        </Note>
      ) : null}
    </div>
  );
}
