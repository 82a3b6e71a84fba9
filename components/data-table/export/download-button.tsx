'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useFormat } from '@/components/layout/preferences/use-format';
import { Button } from '@/components/ui/controls/button';
import { notify } from '@/components/ui/overlays/toast';
import { saveBlob } from '@/components/ui/save-blob';
import { send, urlOf } from '@/lib/api/client';
import type { ListScreen } from '../pages/use-list-screen';

/** The server's own CSV of everything that matches the filters in the URL, however many pages that is. */
export function DownloadButton<Row extends object>({
  list,
  endpoint,
  fileName,
}: {
  list: ListScreen<Row>;
  endpoint: { path: string };
  fileName: string;
}) {
  const t = useTranslations('common.table');
  const format = useFormat();
  const [isBusy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    try {
      const { page: _page, size: _size, ...filters } = list.values;
      const response = await send(urlOf(endpoint, { query: filters }), { method: 'GET' });
      saveBlob(await response.blob(), `${fileName}-${format.date(Date.now())}.csv`);
    } catch (error) {
      notify({ kind: 'failed', title: t('export_failed'), error });
    } finally {
      setBusy(false);
    }
  };
  const isNothing = list.total === 0 && !list.isLoading;
  return (
    <Button
      icon="download"
      onClick={run}
      pending={isBusy}
      reason={isNothing ? t('nothing_to_export') : undefined}
      disabled={list.total === 0}
      className="max-sm:hidden"
    >
      {t('export')}
    </Button>
  );
}
