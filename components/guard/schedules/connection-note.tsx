'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { usePermission } from '@/components/layout/account/session';
import { Note } from '@/components/ui/states/note';
import { query } from '@/lib/api/client';
import { schedules } from '@/lib/guard/schedules/contract';
import { SCHEDULE } from './permissions';

/** Whether a DNS server is connected; undefined while that is not known. */
export function useIsConnected(): boolean | undefined {
  const isAllowed = usePermission()(SCHEDULE.list);
  const { data } = useQuery({ ...query(schedules.connection, {}), enabled: isAllowed, staleTime: 60_000 });
  return data?.connected;
}

/** Says so where no DNS server is connected. */
export function ConnectionNote() {
  const t = useTranslations('guard.schedules');
  if (useIsConnected() !== false) return null;
  return (
    <Note meaning="pending" title={t('not_connected')} className="mb-3">
      {t('not_connected_text')}
    </Note>
  );
}
