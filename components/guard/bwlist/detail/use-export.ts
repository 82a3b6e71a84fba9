'use client';

import { useTranslations } from 'next-intl';
import { notify } from '@/components/ui/overlays/toast';
import { saveBlob } from '@/components/ui/save-blob';
import { send, urlOf } from '@/lib/api/client';
import { bwlist, type IpExport, type IpSet } from '@/lib/guard/bwlist/contract';

/** Saves a list as a file, as the server has it. */
export function useExport({ id, name }: IpSet): (format: IpExport['format']) => Promise<void> {
  const t = useTranslations('common.table');
  return async (format) => {
    try {
      const url = urlOf(bwlist.exportIps, { params: { id: String(id) }, query: { format } });
      const response = await send(url, { method: 'GET' });
      saveBlob(await response.blob(), `${name}.${format}`);
    } catch (error) {
      notify({ kind: 'failed', title: t('export_failed'), error });
    }
  };
}
