import { Resolver } from 'node:dns/promises';

/** Looks names up; the resolvers are the operator's, or the machine's (DNS_RESOLVERS). */
export type Names = {
  /** Addresses of a host, IPv4 first; empty where it has none. */
  addresses(host: string): Promise<string[]>;
  /** What a name is an alias of, without the final dot; empty where it is none. */
  cname(name: string): Promise<string>;
};

const TIMEOUT_MS = 2_000;

export function namesFrom(resolvers: readonly string[]): Names {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: 2 });
  if (resolvers.length > 0) resolver.setServers(resolvers);
  const found = (work: Promise<string[]>) => work.catch(() => [] as string[]);
  return {
    async addresses(host) {
      const [four, six] = await Promise.all([found(resolver.resolve4(host)), found(resolver.resolve6(host))]);
      return [...four, ...six];
    },
    async cname(name) {
      const [first = ''] = await found(resolver.resolveCname(name));
      return first.replace(/\.$/, '').toLowerCase();
    },
  };
}
