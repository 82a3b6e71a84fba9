'use client';

import { useTranslations } from 'next-intl';
import { notify } from '@/components/ui/overlays/toast';
import { ApiError, send } from '@/lib/api/client';
import { useDirtyGuard } from '../page/dirty-guard';
import { setSigningOut } from './signing-out';

/** Ends the session on the server, then leaves. A session that is gone already counts as signed out. */
export function useSignOut(): () => void {
  const t = useTranslations('common');
  const ask = useDirtyGuard(false);
  const signOut = async () => {
    setSigningOut(true);
    try {
      await send('/console/session', { method: 'DELETE' });
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 401)) {
        setSigningOut(false);
        notify({ kind: 'failed', title: t('sign_out_failed'), error });
        return;
      }
    }
    window.location.assign('/login');
  };
  return () => ask(() => void signOut());
}
