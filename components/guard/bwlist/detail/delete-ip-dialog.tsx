'use client';

import { useTranslations } from 'next-intl';
import { DeleteDialog } from '@/components/form/delete-dialog';
import { bwlist, type Ip } from '@/lib/guard/bwlist/contract';
import { WITH_ADDRESSES } from './use-ip-switch';

/** Asks before one address leaves its list. */
export function DeleteIpDialog({ ip, onClose }: { ip: Ip; onClose: () => void }) {
  const t = useTranslations('guard.bwlist.ips');
  return (
    <DeleteDialog
      endpoint={bwlist.removeIp}
      id={String(ip.id)}
      title={t('delete_one', { ip_addr: ip.ip_addr })}
      action={t('delete')}
      notice={t('deleted')}
      invalidates={WITH_ADDRESSES}
      onClose={onClose}
    >
      {t('delete_text', { enabled: ip.status ? 1 : 0 })}
    </DeleteDialog>
  );
}
