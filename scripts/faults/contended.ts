import { randomInt } from 'node:crypto';
import type { Answer } from '../attack/attack';
import { type Acknowledged, KINDS, type Ledger } from './ledger';
import type { Server } from './server';

const OWNER = 'acme-root';
const LIST = KINDS.domain.path;
const ORIGINS = [
  { addr: '192.0.2.1', port: 443, protocol: 'https' },
  { addr: '192.0.2.2', port: 80, protocol: 'http' },
  { addr: '2001:db8::1', port: 443, protocol: 'https' },
];
const NODES = ['fra-1', 'hk-1', 'sgp-1'];
const ENABLED = 'CFGOPTION_2_ENABLE';
/** Settings of which each has one client that writes it. */
const KEYS = ['waf', 'cc', 'acl', 'bot', 'cache', 'guard_weak_password_setting'];
/** Names that all clients want for domains of their own. */
const NAMES = 4;
/** Custom groups of origins that there are at most, so that each has a node. */
const GROUPS = NODES.length;

type Group = {
  group_id: string;
  name: string;
  is_default: boolean;
  node_list: { node_id: string }[];
  src_list: unknown[];
};

const someOf = <T>(all: readonly T[]): T[] => all.filter(() => randomInt(2) === 0);
const oneOf = <T>(all: readonly T[]): T => all[randomInt(all.length)] as T;

/** One domain that all clients change at once, and names that all of them want: what holds of these whoever comes first. */
export class Contended {
  readonly #broken = new Set<string>();
  /** What each client wrote last of the settings that are its own. */
  readonly #written = new Map<string, number>();
  /** The last domain under each of the wanted names. */
  readonly #named = new Map<string, Acknowledged>();
  /** Domains that somebody asked to delete: it may be done, and not yet answered. */
  readonly #leaving = new Set<Acknowledged>();
  #refused = 0;
  #serial = 0;

  private constructor(
    readonly server: (client: number) => Server,
    readonly ledger: Ledger,
    readonly policy_id: string,
    readonly domain: Acknowledged,
    readonly service_id: string,
  ) {}

  static async create(server: (client: number) => Server, ledger: Ledger): Promise<Contended> {
    const call = async (method: string, path: string, body?: object) =>
      (await server(0).call(method, path, { as: OWNER, body })).body.data;
    const name = 'contended.example.com';
    const { policy_id } = await call('POST', KINDS.policy.path, { name: 'Contended' });
    ledger.created('policy', policy_id, 'Contended');
    const { domain_id } = await call('POST', LIST, { domain: name, asset_name: name, policy_id, src_sites: ORIGINS });
    const domain = ledger.created('domain', domain_id, name);
    await call('PUT', `${LIST}/${domain_id}/nodes`, { node_ids: NODES });
    const { settings } = await call('GET', `${LIST}/${domain_id}/settings`);
    const [{ service_id }] = JSON.parse(settings.origin).services;
    return new Contended(server, ledger, policy_id, domain, service_id);
  }

  /** One operation of a client. */
  async step(client: number): Promise<void> {
    const operations = [this.#switchOrigin, this.#writeSetting, this.#group, this.#ungroup, this.#create, this.#delete];
    const [read, write] = [[this.#readOrigins, this.#readGroups], operations];
    await oneOf(randomInt(4) === 0 ? read : write).call(this, client);
  }

  /** What was refused because another client came first. */
  get refused(): number {
    return this.#refused;
  }

  /** Promises that did not hold. */
  async broken(): Promise<string[]> {
    await this.#readOrigins(0);
    await this.#readGroups(0);
    const settings = await this.#settings(0);
    for (const [key, n] of this.#written) {
      this.#expect(JSON.parse(settings[key] ?? '{}').n === n, `the setting ${key} is what was written last`);
    }
    return [...this.#broken];
  }

  #expect(holds: boolean, promise: string): void {
    if (!holds) this.#broken.add(promise);
  }

  /** Sends a change; whoever comes second may be refused, and nobody may fail. */
  async #change(client: number, method: string, path: string, body?: object, as = OWNER): Promise<Answer> {
    const answer = await this.server(client).call(method, path, { as, body });
    const { status } = answer;
    if (status >= 200 && status < 300) {
      this.ledger.acknowledged++;
      if (method === 'PUT') this.domain.changed('sure', this.domain.states[0]);
    } else this.#refused++;
    this.#expect(status < 300 || [400, 404, 409].includes(status), `${method} ${path} is not answered with ${status}`);
    return answer;
  }

  async #read(client: number, path: string) {
    const { status, body } = await this.server(client).call('GET', path, { as: OWNER });
    this.#expect(status === 200, `${path} is read, not ${status}`);
    return body?.data;
  }

  async #switchOrigin(client: number): Promise<void> {
    const { addr: ip, port } = oneOf(ORIGINS);
    const body = { status: 1 + randomInt(2), source: { ip, port } };
    await this.#change(client, 'PUT', `${LIST}/${this.domain.id}/origins/${this.service_id}/status`, body);
  }

  async #writeSetting(client: number): Promise<void> {
    const key = KEYS[client];
    if (!key) return this.#readOrigins(client);
    const n = ++this.#serial;
    const settings = { [key]: JSON.stringify({ n }) };
    const { status } = await this.#change(client, 'PUT', `${LIST}/${this.domain.id}/settings`, { settings });
    if (status === 200) this.#written.set(key, n);
  }

  async #group(client: number): Promise<void> {
    const body = {
      name: `G${randomInt(GROUPS)}`,
      node_ids: someOf(NODES),
      src_ips: someOf(ORIGINS).map((o) => o.addr),
    };
    await this.#change(client, 'POST', `${LIST}/${this.domain.id}/origin-groups`, body);
  }

  async #ungroup(client: number): Promise<void> {
    const custom = (await this.#groups(client)).filter((one) => !one.is_default);
    if (custom.length === 0) return;
    await this.#change(client, 'DELETE', `${LIST}/${this.domain.id}/origin-groups/${oneOf(custom).group_id}`);
  }

  async #create(client: number): Promise<void> {
    const domain = `wanted-${randomInt(NAMES)}.example.com`;
    const body = KINDS.domain.create(domain, this.policy_id);
    const { status, body: answer } = await this.#change(client, 'POST', LIST, body);
    if (status !== 201) return;
    const earlier = this.#named.get(domain);
    const isFree = !earlier || earlier.states.includes(undefined) || this.#leaving.has(earlier);
    this.#expect(isFree, `only one of ${domain} is created`);
    this.#named.set(domain, this.ledger.created('domain', answer.data.domain_id, domain));
  }

  async #delete(client: number): Promise<void> {
    const all = [...this.#named.values()].filter((one) => !one.states.includes(undefined));
    if (all.length === 0) return;
    const one = oneOf(all);
    this.#leaving.add(one);
    const { status } = await this.#change(client, 'DELETE', `${LIST}/${one.id}`);
    if (status === 200) one.changed('sure', undefined);
  }

  async #settings(client: number): Promise<Record<string, string>> {
    return (await this.#read(client, `${LIST}/${this.domain.id}/settings`))?.settings ?? {};
  }

  /** One ordinary origin is always enabled. */
  async #readOrigins(client: number): Promise<void> {
    const { origin = '{"services":[]}' } = await this.#settings(client);
    const statuses = JSON.parse(origin).services.flatMap((s: { sources: { status: string }[] }) => s.sources);
    this.#expect(
      statuses.some(({ status }: { status: string }) => status === ENABLED),
      'one origin is always enabled',
    );
  }

  async #groups(client: number): Promise<Group[]> {
    return (await this.#read(client, `${LIST}/${this.domain.id}/origin-groups`))?.list ?? [];
  }

  /** One group is the default, each node is in one group, and no other group is empty. */
  async #readGroups(client: number): Promise<void> {
    const groups = await this.#groups(client);
    const nodes = groups.flatMap((one) => one.node_list.map(({ node_id }) => node_id)).sort();
    const custom = groups.filter((one) => !one.is_default);
    this.#expect(groups.length - custom.length === 1, 'one group of origins is the default');
    this.#expect(nodes.join() === NODES.join(), `each node is in one group, not ${nodes}`);
    const isEmpty = (one: Group) => one.node_list.length === 0 || one.src_list.length === 0;
    this.#expect(!custom.some(isEmpty), 'no group of origins is empty');
  }
}
