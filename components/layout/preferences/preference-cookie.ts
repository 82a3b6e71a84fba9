/** Remembers a preference for a year where the first paint can read it. Nothing secret: scripts may see it. */
export function setPreferenceCookie(name: 'locale' | 'theme' | 'density' | 'zone', value: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in some supported browsers
  document.cookie = `${name}=${value}; Path=/; Max-Age=31536000; SameSite=Lax`;
}
