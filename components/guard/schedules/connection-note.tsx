'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { usePermission } from '@/components/layout/account/session';
import { Note } from '@/components/ui/states/note';
import { Growing } from '@/components/ui/states/skeleton';
import { query } from '@/lib/api/client';
import { schedules } from '@/lib/guard/schedules/contract';
import { SCHEDULE } from './permissions';

function useConnection() {
  const isAllowed = usePermission()(SCHEDULE.list);
  return useQuery({ ...query(schedules.connection, {}), enabled: isAllowed, staleTime: 60_000 });
}

/** Whether a DNS server is connected; undefined while that is not known. */
export const useIsConnected = (): boolean | undefined => useConnection().data?.connected;

/** Says so where no DNS server is connected. */
export function ConnectionNote() {
  const t = useTranslations('guard.schedules');
  const { data, isLoading } = useConnection();
  if (isLoading) return <Growing />;
  if (data?.connected !== false) return null;
  return (
    <Note meaning="pending" title={t('not_connected')} className="mb-3">
      {t('not_connected_text')}
    </Note>
  );
}
