'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { notify } from '@/components/ui/overlays/toast';
import { saveBlob } from '@/components/ui/save-blob';
import { analytics } from '@/lib/analytics/query/contract';
import { send, urlOf } from '@/lib/api/client';
import type { BatchBody } from './use-batch';

/** Fetches the page's data as one file; the server writes it. */
export function useExport() {
  const t = useTranslations('analytics.dashboard');
  const [isBusy, setBusy] = useState(false);
  const save = async (format: 'csv' | 'json', body: BatchBody) => {
    setBusy(true);
    try {
      const { page, ...asked } = body;
      const response = await send(urlOf(analytics.export), { method: 'POST', body: { ...asked, format } });
      saveBlob(await response.blob(), `${page}.${format}`);
    } catch (error) {
      notify({ kind: 'failed', title: t('export_failed'), error });
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, save };
}
