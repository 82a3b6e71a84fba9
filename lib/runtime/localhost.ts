import dns, { type LookupOptions } from 'node:dns';

type Done = (error: NodeJS.ErrnoException | null, address: string | dns.LookupAddress[], family?: number) => void;

const isHere = (name: string) => /\.localhost\.?$/i.test(name);

/**
 * Names below localhost are this machine, wherever this process connects to one (RFC 6761, 6.3): browsers and curl know so,
 * while Node asks a resolver that often does not. For programs that call a Parapet, never for one that calls what tenants name.
 */
export function findNamesBelowLocalhost(): void {
  const { lookup } = dns;
  const found = (name: string, options: LookupOptions, done: Done) =>
    lookup(isHere(name) ? 'localhost' : name, options, done);
  dns.lookup = found as typeof lookup;
}
