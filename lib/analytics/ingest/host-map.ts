import type { Owner, OwnerOf } from './accept';

/** A protected domain: exact, or `*.example.com` for everything one or more labels below. */
export type OwnedDomain = Owner & { domain: string };

const NOBODY: Owner = { oem_id: '', domain_id: '' };

/**
 * Finds who owns a host: the exact domain first, then the closest wildcard. Of two OEMs with the same domain the one
 * listed first wins.
 */
export function ownersOf(domains: readonly OwnedDomain[]): OwnerOf {
  const byName = new Map<string, Owner>();
  for (const { domain, oem_id, domain_id } of domains) {
    const name = domain.toLowerCase();
    if (!byName.has(name)) byName.set(name, { oem_id, domain_id });
  }
  return (host) => {
    const exact = byName.get(host);
    if (exact) return exact;
    for (let dot = host.indexOf('.'); dot >= 0; dot = host.indexOf('.', dot + 1)) {
      const found = byName.get(`*${host.slice(dot)}`);
      if (found) return found;
    }
    return NOBODY;
  };
}
