'use client';

import { useTranslations } from 'next-intl';
import { useFormat, useNow } from '@/components/layout/preferences/use-format';
import { type MarkShape, State } from '@/components/ui/content/mark';
import type { Meaning } from '@/components/ui/content/meaning';
import { type Phase, phaseAt } from './phase';

const MARKS: Readonly<Record<Exclude<Phase, 'always'>, { meaning: Meaning; shape?: MarkShape }>> = {
  active: { meaning: 'approved' },
  upcoming: { meaning: 'pending', shape: 'hollow' },
  ended: { meaning: 'unaudited', shape: 'crossed' },
};

/** When a rule is in effect, and whether that is now; times in the reader's zone. */
export function PhaseState({ stime = 0, etime = 0 }: { stime?: number; etime?: number }) {
  const t = useTranslations('guard.rules.phase');
  const format = useFormat();
  const phase = phaseAt({ stime, etime }, useNow());
  if (phase === 'always') return <span className="text-ink-3">{t('always')}</span>;
  const until = phase !== 'ended' && etime !== 0 ? t('until', { time: format.tableTime(etime) }) : '';
  return (
    <span title={[stime, etime].map((time) => (time === 0 ? '' : format.exactTime(time))).join(' – ')}>
      <State {...MARKS[phase]}>{t(phase, { time: format.tableTime(stime), ends: String(until !== '') })}</State>
      {until ? <span className="ml-1.5 text-12 text-ink-3">{until}</span> : null}
    </span>
  );
}
