import { authenticate, sessionPrincipal } from '@/lib/auth/authenticate';
import type { Principal } from '@/lib/auth/principal';
import { tokenIn } from '@/lib/auth/session/cookie';
import type { ApiCall } from './call';
import { refuseCrossSite } from './cross-site';
import { AppError } from './errors';
import type { Exchange } from './exchange';

/** A place where endpoints are served, and all in which it differs from others. */
type Mount = Readonly<{
  /** The declared path of what is asked for. */
  path: (requested: string) => string;
  /** Throws for a request that is refused here whatever it asks for. */
  guard: (call: ApiCall) => void;
  /** Who sends the request. Throws as `authenticate` does. */
  identify: (exchange: Exchange) => Promise<Principal>;
}>;

/** `/api`: the Authorization header says who calls. */
const api: Mount = {
  path: (requested) => requested,
  guard: () => {},
  identify: ({ runtime, call, oem, now }) => authenticate(runtime, call.header('authorization'), oem.oem_id, now),
};

/**
 * `/console` (DESIGN 3): the same endpoints and the console's own, behind an HttpOnly cookie. The token never reaches a
 * script, and a request that another site could have caused is refused.
 */
const browser: Mount = {
  path: (requested) => (requested.startsWith('/console/api/') ? requested.slice('/console'.length) : requested),
  guard: refuseCrossSite,
  async identify({ runtime, call, oem, now }) {
    const token = tokenIn(call.header('cookie'), call.secure);
    if (!token) throw new AppError('err.auth.required');
    return sessionPrincipal(runtime, token, oem.oem_id, now);
  },
};

export const mountOf = ({ path }: ApiCall): Mount => (path.startsWith('/console/') ? browser : api);
