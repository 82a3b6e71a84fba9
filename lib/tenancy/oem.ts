import type { Db, Store } from '@/lib/db/store';

export const DEFAULT_OEM = 'default';

export type Oem = { oem_id: string; name: string };

declare module '@/lib/db/tables' {
  interface Tables {
    oems: { oem_id: string; name: string; ctime: number };
    oem_hosts: { hostname: string; oem_id: string };
  }
}

/** A Host header as the OEM table writes it: lower case, no port, no trailing dot. */
export function normaliseHost(host: string): string {
  const name = host.startsWith('[') ? host.slice(0, host.indexOf(']') + 1) : host.replace(/:\d*$/, '');
  return name.toLowerCase().replace(/\.$/, '');
}

/** What is sent to this machine's own loopback cannot be read on the way. */
export function isLoopback(host: string): boolean {
  return /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(normaliseHost(host));
}

/** Whether somebody on the way could read what is sent to this host. */
export const isInsecure = (host: string, secure: boolean) => !secure && !isLoopback(host);

type OemOf = (host: string) => Oem;

async function readOems(db: Db): Promise<OemOf> {
  const oems = await db.selectFrom('oems').select(['oem_id', 'name']).execute();
  const byId = new Map(oems.map((oem) => [oem.oem_id, oem]));
  const hosts = await db.selectFrom('oem_hosts').select(['hostname', 'oem_id']).execute();
  const byHost = new Map(hosts.map((row) => [row.hostname, byId.get(row.oem_id)]));
  const fallback = byId.get(DEFAULT_OEM);
  if (!fallback) throw new Error('the default OEM is missing from the store');
  return (host) => byHost.get(normaliseHost(host)) ?? fallback;
}

/** How old may be what a process knows of brands, which another one may be given at its start. */
const KNOWN_MS = 1_000;

/**
 * Which brand a host belongs to; hosts nobody claims are the default OEM's (DESIGN 2). Read at the start, and where other
 * processes share the store once a second; while that does not answer, what was known goes on. Rejects never.
 */
export async function loadOems({ read, kind }: Store): Promise<(host: string) => Promise<Oem>> {
  let known = await readOems(read);
  let at = performance.now();
  let reading: Promise<void> | undefined;
  const renew = async () => {
    known = await readOems(read).catch(() => known);
    at = performance.now();
    reading = undefined;
  };
  return async (host) => {
    if (kind === 'postgres' && performance.now() - at > KNOWN_MS) {
      reading ??= renew();
      await reading;
    }
    return known(host);
  };
}
