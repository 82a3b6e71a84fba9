'use client';

import { useTranslations } from 'next-intl';
import type { BulkAction } from '@/components/data-table/columns/types';
import { ChosenNames } from '@/components/data-table/selection/chosen-names';
import { call } from '@/lib/api/client';
import { type ScheduleDomain, schedules } from '@/lib/guard/schedules/contract';
import { NODE, SRC } from '@/lib/guard/schedules/vocabulary';
import { useIsConnected } from './connection-note';
import { modeKey } from './operation';
import { SCHEDULE } from './permissions';

/** What a selection of domains can do: to their origins, or to their nodes. Each gets an affair of its own. */
export function useScheduleBulk(): BulkAction<ScheduleDomain>[] {
  const t = useTranslations('guard.schedules');
  const isConnected = useIsConnected();
  const switching = (target_mode: typeof SRC | typeof NODE): BulkAction<ScheduleDomain> => {
    const mode = modeKey(target_mode);
    return {
      label: t('operate.switch', { mode }),
      done: (count) => t('bulk.done', { mode, count }),
      danger: target_mode === SRC,
      permission: SCHEDULE.switch,
      confirm: (rows) => ({
        title: t('bulk.title', { mode, count: rows.length }),
        action: t('operate.switch', { mode }),
        body: (
          <>
            {t('operate.switch_text', { mode, connected: String(isConnected) })}
            <ChosenNames names={rows.map(({ domain_name }) => domain_name)} />
          </>
        ),
      }),
      run: ({ domain_id }) => call(schedules.switchMode, { params: { id: domain_id }, body: { target_mode } }),
    };
  };
  return [switching(NODE), switching(SRC)];
}
