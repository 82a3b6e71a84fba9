import { DnsError } from '@/lib/guard/dns/fault';
import { type Answer, type DnsProvider, textsOf } from '@/lib/guard/dns/provider';
import { LIST, startDomains } from '@/lib/guard/domains/testing';

export const SCHEDULES = '/api/guard/schedules';

/** A DNS server in memory that a test tells how to fail. */
export class FakeDns implements DnsProvider {
  readonly names = new Map<string, readonly Answer[]>();
  readonly written: string[] = [];
  /** What becomes of the next writes, one each. */
  failures: ('none' | 'down' | 'refused' | 'lost')[] = [];
  /** What it answers over DNS where that is not what it was given. */
  stale: readonly Answer[] | undefined;

  /** What happens before the next write arrives. */
  before: (() => Promise<unknown>) | undefined;

  async list(name: string) {
    return [...(this.names.get(name) ?? [])];
  }

  async replace(name: string, answers: readonly Answer[]) {
    const { before } = this;
    this.before = undefined;
    await before?.();
    const failure = this.failures.shift();
    if (failure === 'down') throw new DnsError('update_connection', { detail: '<down>' });
    if (failure === 'refused') throw new DnsError('update_refused', { isFinal: true });
    this.names.set(name, answers);
    this.written.push(`${name} ${textsOf(answers).join(', ')}`);
    if (failure === 'lost') throw new DnsError('update_connection', { detail: 'connection lost' });
  }

  async verify(name: string) {
    return this.stale ? [...this.stale] : this.list(name);
  }
}

/** What tests of DNS scheduling call; a write has been brought into DNS when it answers. */
export async function startSchedules(env: Record<string, string> = {}) {
  const world = await startDomains(env);
  const post = (path: string, body: object = {}, as = 'acme-root') =>
    world.call('POST', `${SCHEDULES}${path}`, { as, body });
  const get = (path: string, as = 'acme-root') => world.call('GET', `${SCHEDULES}${path}`, { as });
  const assign = (domain_id: string, node_ids: string[], more: object = {}) =>
    world.call('PUT', `${LIST}/${domain_id}/nodes`, { as: 'acme-root', body: { node_ids, ...more } });
  const on =
    (path: string) =>
    (domain_id: string, body: object = {}, as?: string) =>
      post(`/domains/${domain_id}/${path}`, body, as);
  const init = on('init');
  let names = 0;
  /** A domain with an IPv4 and an IPv6 origin and two nodes, of which the first is on, and records of all. */
  const scheduled = async (): Promise<string> => {
    const src_sites = ['192.0.2.1', '2001:db8::1'].map((addr) => ({ addr, port: 443, protocol: 'https' }));
    const domain_id = await world.created('acme-root', `s${++names}.example.com`, { src_sites });
    await assign(domain_id, ['hk-1'], { enable_parse: true });
    await assign(domain_id, ['sgp-1']);
    await init(domain_id);
    return domain_id;
  };
  return {
    ...world,
    post,
    get,
    assign,
    scheduled,
    /** Name of the domain that `scheduled` made last. */
    latest: () => `s${names}.example.com`,
    init,
    reset: on('reset'),
    repair: on('repair'),
    switchTo: (domain_id: string, target_mode: unknown, as?: string) =>
      post(`/domains/${domain_id}/switch-mode`, { target_mode }, as),
    records: async (domain_id: string, query = '') => {
      return (await get(`/domains/${domain_id}/records?size=100&${query}`)).body.data.list;
    },
    affair: async (affairs_id: string) => (await get(`/affairs/${affairs_id}`)).body.data,
    domain: async (name: string, as?: string) => {
      return (await get(`/domains?keyword=${name}`, as)).body.data.list[0];
    },
  };
}

export type Schedules = Awaited<ReturnType<typeof startSchedules>>;
