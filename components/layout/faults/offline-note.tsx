'use client';

import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { Note } from '@/components/ui/states/note';
import { useIsWaitingForConnection } from '@/components/ui/states/when-online';
import { useFormat } from '../preferences/use-format';

/** When the browser lost its connection, in Unix milliseconds; null while it has one. */
function useOfflineSince(): number | null {
  const [since, setSince] = useState<number | null>(null);
  useEffect(() => {
    const read = () => setSince((before) => (navigator.onLine ? null : (before ?? Date.now())));
    read();
    addEventListener('online', read);
    addEventListener('offline', read);
    return () => {
      removeEventListener('online', read);
      removeEventListener('offline', read);
    };
  }, []);
  return since;
}

/** Says above every page that the browser is offline, and from when what it shows is. */
export function OfflineNote() {
  const t = useTranslations('common.offline');
  const format = useFormat();
  const since = useOfflineSince();
  const isWaiting = useIsWaitingForConnection();
  if (since === null) return null;
  return (
    <Note meaning="pending" role="status" title={t('title')} className="sticky top-0 z-30 m-3 mb-0 sm:mx-6">
      {t('text', { time: format.clock(since) })} {isWaiting ? t('waiting') : null}
    </Note>
  );
}
