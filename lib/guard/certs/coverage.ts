/**
 * Whether a certificate for `names` serves `domain`. `*.example.com` covers one label; a wildcard domain needs the
 * same wildcard (RFC 6125 6.4.3).
 */
export function covers(names: readonly string[], domain: string): boolean {
  const dot = domain.indexOf('.');
  const wildcard = dot > 0 ? `*${domain.slice(dot)}` : undefined;
  return names.some((name) => name === domain || name === wildcard);
}
