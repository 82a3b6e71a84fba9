'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { fetchPages } from '@/components/data-table/export/fetch-pages';
import { useEndpointAction } from '@/components/form/use-endpoint-action';
import { useMissingPermission } from '@/components/layout/account/can';
import { useSession } from '@/components/layout/account/session';
import { Ago } from '@/components/layout/preferences/time';
import { useNow } from '@/components/layout/preferences/use-format';
import { ConfirmDialog } from '@/components/ui/overlays/confirm-dialog';
import { notify } from '@/components/ui/overlays/toast';
import { apiKeys } from '@/lib/sys/api-keys/contract';
import { stateOf } from './key-state';

const LOOKED_AT = 1000;

/** The keys of somebody that work now, among the newest there are. */
function useActiveKeys(user_id: string) {
  const now = useNow();
  const { data } = useQuery({
    queryKey: [apiKeys.list.path, 'all'],
    queryFn: ({ signal }) => fetchPages(apiKeys.list, { query: { page: 1, size: 100 } }, LOOKED_AT, { signal }),
  });
  return data?.list.filter((key) => key.user_id === user_id && stateOf(key, now) === 'active');
}

/** Asks before all keys of somebody are revoked: one's own, or for platform staff those of a user. */
export function RevokeAllDialog({ of, onClose }: { of?: { user_id: string; user_name: string }; onClose: () => void }) {
  const t = useTranslations('sys.api-keys');
  const { user } = useSession();
  const owner = of ?? user;
  const keys = useActiveKeys(owner.user_id);
  const missing = useMissingPermission(apiKeys.revokeAll.permission as string) ?? undefined;
  const revoke = useEndpointAction(apiKeys.revokeAll, {
    invalidates: [apiKeys.list.path],
    onDone: ({ revoked }) => notify({ kind: 'done', title: t('revoked_all', { count: revoked }) }),
  });
  const last = keys?.reduce<number>((latest, key) => Math.max(latest, key.last_used_at), 0) ?? 0;
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={of ? t('revoke_user_title', { name: owner.user_name }) : t('revoke_all_title')}
      action={t('revoke_all')}
      refuse={missing}
      typeName={owner.user_name}
      onConfirm={() => revoke({ body: of ? { user_id: of.user_id } : {} })}
    >
      <p>{keys === undefined ? t('revoke_all_counting') : t('revoke_all_count', { count: keys.length })}</p>
      {last > 0 ? <p>{t.rich('revoke_all_last', { time: () => <Ago value={last} /> })}</p> : null}
      <p className="mt-2">{t('revoke_text')}</p>
    </ConfirmDialog>
  );
}
