'use client';

import { useTranslations } from 'next-intl';
import { type MarkShape, State } from '@/components/ui/content/mark';
import type { Meaning } from '@/components/ui/content/meaning';
import type { ScheduleDomain } from '@/lib/guard/schedules/contract';
import { FAILD, START } from '@/lib/guard/schedules/vocabulary';
import { useIsConnected } from './connection-note';

type Known = 'none' | 'settling' | 'failed' | 'differs' | 'settled' | 'kept';

const SHOWN: Record<Known, { meaning: Meaning; shape: MarkShape }> = {
  none: { meaning: 'unaudited', shape: 'hollow' },
  settling: { meaning: 'monitor', shape: 'half' },
  failed: { meaning: 'rejected', shape: 'crossed' },
  differs: { meaning: 'pending', shape: 'half' },
  settled: { meaning: 'approved', shape: 'full' },
  kept: { meaning: 'unaudited', shape: 'full' },
};

/** How far what answers is what is wanted. */
export function stateOf({
  src_count,
  node_count,
  last_affair_status,
  parsing_state,
  dns_group_type,
}: ScheduleDomain): Known {
  if (src_count + node_count === 0) return 'none';
  if (last_affair_status === START) return 'settling';
  if (last_affair_status === FAILD) return 'failed';
  return parsing_state === dns_group_type ? 'settled' : 'differs';
}

export function DomainState({ domain }: { domain: ScheduleDomain }) {
  const t = useTranslations('guard.schedules');
  const isConnected = useIsConnected();
  const known = stateOf(domain);
  // Nothing answers where no DNS is connected, whatever the records say.
  const state = known === 'settled' && isConnected === false ? 'kept' : known;
  return <State {...SHOWN[state]}>{t(`state.${state}`)}</State>;
}
