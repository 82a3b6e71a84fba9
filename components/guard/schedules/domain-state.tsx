'use client';

import { useTranslations } from 'next-intl';
import { Badge } from '@/components/ui/content/badge';
import { type MarkShape, State } from '@/components/ui/content/mark';
import type { Meaning } from '@/components/ui/content/meaning';
import type { Drift, ScheduleDomain } from '@/lib/guard/schedules/contract';
import { FAILD, START } from '@/lib/guard/schedules/vocabulary';
import { useIsConnected } from './connection-note';

type Known = 'none' | 'settling' | 'failed' | 'differs' | 'settled' | 'kept';

/** The mark of each. */
export const SHOWN: Record<Known, { meaning: Meaning; shape: MarkShape }> = {
  none: { meaning: 'unaudited', shape: 'hollow' },
  settling: { meaning: 'monitor', shape: 'half' },
  failed: { meaning: 'rejected', shape: 'crossed' },
  differs: { meaning: 'pending', shape: 'half' },
  settled: { meaning: 'approved', shape: 'full' },
  kept: { meaning: 'unaudited', shape: 'full' },
};

/** A domain that has no records has nothing that could answer. */
export const hasRecords = ({ src_count, node_count }: ScheduleDomain) => src_count + node_count > 0;

/** How far what answers is what is wanted. */
function stateOf(domain: ScheduleDomain): Known {
  const { last_affair_status, parsing_state, dns_group_type } = domain;
  if (!hasRecords(domain)) return 'none';
  if (last_affair_status === START) return 'settling';
  if (last_affair_status === FAILD) return 'failed';
  return parsing_state === dns_group_type ? 'settled' : 'differs';
}

/** A badge in a head, in tables mark and word. `drift` is what the server answered just now, where it was asked. */
export function DomainState({ domain, drift, isHead }: { domain: ScheduleDomain; drift?: Drift; isHead?: true }) {
  const t = useTranslations('guard.schedules');
  const isConnected = useIsConnected();
  const known = stateOf(domain);
  const isElse = drift !== undefined && drift.missing.length + drift.unexpected.length > 0;
  // Nothing answers where no DNS is connected, whatever the records say.
  const settled = isConnected === false ? 'kept' : isElse ? 'differs' : 'settled';
  const state = known === 'settled' ? settled : known;
  const Shown = isHead ? Badge : State;
  return <Shown {...SHOWN[state]}>{t(`state.${state}`)}</Shown>;
}
