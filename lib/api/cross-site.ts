import type { ApiCall } from './call';
import { AppError } from './errors';

const originOf = (url: string) => (URL.canParse(url) ? new URL(url).origin : '');

/** Throws err.auth.cross_site for what another site could have made a browser send. */
export function refuseCrossSite(call: ApiCall): void {
  const site = call.header('sec-fetch-site');
  const origin = call.header('origin');
  const own = `${call.secure ? 'https' : 'http'}://${call.host}`;
  // The same host on another port, or without TLS, is somebody else. URL drops the scheme's own port.
  const sameOrigin = origin === undefined || (URL.canParse(origin) && new URL(origin).origin === originOf(own));
  if (call.header('x-console') !== '1' || (site !== undefined && site !== 'same-origin') || !sameOrigin) {
    throw new AppError('err.auth.cross_site');
  }
}
