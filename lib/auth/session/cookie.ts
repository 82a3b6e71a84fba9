/** `__Host-` and Secure need https; over plain http the cookie has neither, and the console says so. */
const nameOf = (secure: boolean) => (secure ? '__Host-sid' : 'sid');

/** The session token in a Cookie header; undefined where there is none. */
export function tokenIn(cookies: string | undefined, secure: boolean): string | undefined {
  const wanted = `${nameOf(secure)}=`;
  const pair = cookies?.split(/;\s*/).find((part) => part.startsWith(wanted));
  const token = pair?.slice(wanted.length);
  return token && /^[A-Za-z0-9]{32}$/.test(token) ? token : undefined;
}

/** The headers that make a browser keep a session's token for `maxAge` seconds; 0 takes it away. */
export function keepToken(secure: boolean, token: string, maxAge: number): Record<string, string> {
  const cookie = `${nameOf(secure)}=${token}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${maxAge}`;
  return { 'Set-Cookie': secure ? `${cookie}; Secure` : cookie };
}
