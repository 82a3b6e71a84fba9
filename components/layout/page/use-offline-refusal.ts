'use client';

import { useTranslations } from 'next-intl';
import { useCallback, useEffect, useRef } from 'react';
import { notify } from '@/components/ui/overlays/toast';

/**
 * Whether another page is out of reach as the browser is offline, which is then said until it is connected again. The router
 * would fall back to loading the page as a whole, which ends at the browser's own error page.
 */
export function useOfflineRefusal(): () => boolean {
  const t = useTranslations('common.offline');
  const said = useRef<AbortController | null>(null);
  useEffect(() => {
    const forget = () => said.current?.abort();
    addEventListener('online', forget);
    return () => removeEventListener('online', forget);
  }, []);
  return useCallback(() => {
    if (navigator.onLine) return false;
    said.current?.abort();
    said.current = new AbortController();
    notify({ kind: 'failed', title: t('no_page'), description: t('no_page_text'), until: said.current.signal });
    return true;
  }, [t]);
}
