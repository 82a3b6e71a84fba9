import { type Answer, DnsError, type DnsProvider, textsOf } from '@/lib/guard/dns/provider';
import { LIST, startDomains } from '@/lib/guard/domains/testing';

export const SCHEDULES = '/api/guard/schedules';

/** A DNS server in memory that a test tells how to fail. */
export class FakeDns implements DnsProvider {
  readonly names = new Map<string, readonly Answer[]>();
  readonly written: string[] = [];
  /** Failures of the next writes, one each. */
  failures: ('down' | 'refused' | 'lost')[] = [];

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
    if (failure === 'down') throw new DnsError('is <down>');
    if (failure === 'refused') throw new DnsError('is refused', true);
    this.names.set(name, answers);
    this.written.push(`${name} ${textsOf(answers).join(', ')}`);
    if (failure === 'lost') throw new DnsError('connection lost');
  }

  verify(name: string) {
    return this.list(name);
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
  return {
    ...world,
    post,
    get,
    assign,
    init: on('init'),
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
