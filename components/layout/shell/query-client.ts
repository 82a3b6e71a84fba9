import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from '@/lib/api/client';
import { isSigningOut } from '../account/signing-out';
import { loginUrl } from '../navigation/next-path';
import { hasUnsaved } from '../page/unsaved';

/**
 * A session that ended, or a password that must be changed first, sends the whole page there; not while something is typed,
 * which would be lost: saving that says the same.
 */
export function leaveIfTurnedAway(error: unknown): void {
  if (!(error instanceof ApiError) || isSigningOut() || hasUnsaved()) return;
  if (error.status === 401) {
    const { pathname, search, hash } = window.location;
    window.location.assign(loginUrl(pathname + search, 'ended') + hash);
  } else if (error.envelope.err_key === 'err.auth.password_change_required') {
    window.location.assign('/password');
  }
}

/** A refusal is an answer; only silence and server faults are worth a second try. */
function isWorthRetrying(failures: number, error: unknown): boolean {
  if (!navigator.onLine) return false;
  const transient = !(error instanceof ApiError) || error.status === 0 || error.status >= 500;
  return transient && failures < 1;
}

export function makeQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: leaveIfTurnedAway }),
    mutationCache: new MutationCache({ onError: leaveIfTurnedAway }),
    // Asked also without a connection: a query that fails is seen and can be asked again, one that waits is not.
    defaultOptions: {
      queries: { networkMode: 'always', refetchOnReconnect: true, staleTime: 10_000, retry: isWorthRetrying },
      mutations: { networkMode: 'always', retry: false },
    },
  });
}
