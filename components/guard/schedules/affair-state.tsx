'use client';

import { useWord } from '@/components/audit/word';
import { Badge } from '@/components/ui/content/badge';
import { type MarkShape, State } from '@/components/ui/content/mark';
import type { Meaning } from '@/components/ui/content/meaning';
import type { ScheduleAffair } from '@/lib/guard/schedules/contract';

const SHOWN: Record<ScheduleAffair['status'], { meaning: Meaning; shape: MarkShape }> = {
  AffairsStatus_Start: { meaning: 'monitor', shape: 'half' },
  AffairsStatus_Succeed: { meaning: 'approved', shape: 'full' },
  AffairsStatus_Faild: { meaning: 'rejected', shape: 'crossed' },
};

/** How an affair is; a badge in a head, in tables mark and word. */
export function AffairState({ status, isHead }: { status: ScheduleAffair['status']; isHead?: true }) {
  const word = useWord();
  const Shown = isHead ? Badge : State;
  return <Shown {...SHOWN[status]}>{word('words.affair_status', status)}</Shown>;
}
