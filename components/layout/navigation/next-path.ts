/** A path of this origin that is safe to go to after signing in; `/` for anything else (security table, row 93). */
export function safeNextPath(next: string | null | undefined): string {
  if (!next?.startsWith('/') || hasHostileCharacter(next)) return '/';
  const base = 'http://console.invalid';
  let url: URL;
  try {
    url = new URL(next, base);
  } catch {
    return '/';
  }
  if (url.origin !== base || url.pathname.startsWith('//') || /^\/(login|password)(\/|$)/.test(url.pathname))
    return '/';
  return url.pathname + url.search + url.hash;
}

/** Backslashes and control characters are read as separators or dropped by browsers, which moves the host. */
function hasHostileCharacter(path: string): boolean {
  for (const character of path) {
    const code = character.charCodeAt(0);
    if (character === '\\' || code < 0x20 || code === 0x7f) return true;
  }
  return false;
}

/** Why somebody comes to the sign-in page: their session ended, or beside a page that keeps what they typed. */
export type SignInReason = 'ended' | 'beside';

/** The sign-in page, leading back to `path`. */
export function loginUrl(path?: string | null, why?: SignInReason): string {
  const next = safeNextPath(path);
  const query = new URLSearchParams({ ...(next === '/' ? {} : { next }), ...(why ? { why } : {}) });
  return query.size > 0 ? `/login?${query}` : '/login';
}
