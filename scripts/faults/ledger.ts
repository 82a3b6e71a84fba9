import { setTimeout as pause } from 'node:timers/promises';
import type { Answer } from '../attack/attack';

export type Kind = 'policy' | 'list' | 'domain';

/** How objects of a kind are written, and where they and their names are kept. */
export const KINDS = {
  policy: {
    ...{ path: '/api/guard/policies', id: 'policy_id', table: 'policies', key: 'policy_id', shown: 'name' },
    ...{ create: (name: string) => ({ name }), edit: (name: string) => ({ name }) },
  },
  list: {
    ...{ path: '/api/guard/bwlist/sets', id: 'id', table: 'ip_sets', key: 'id', shown: 'name' },
    ...{ create: (name: string) => ({ name, ip_set_type: 1 }), edit: (name: string) => ({ name }) },
  },
  domain: {
    ...{ path: '/api/guard/domains', id: 'domain_id', table: 'domains', key: 'domain_id', shown: 'asset_name' },
    create: (name: string, policy_id: string) => ({
      ...{ domain: name, asset_name: name, policy_id },
      src_sites: [{ addr: '192.0.2.1', port: 443, protocol: 'https' }],
    }),
    edit: (asset_name: string) => ({ asset_name }),
  },
} as const;

const isOk = (status: number) => status >= 200 && status < 300;
/** What an answer says of a change: done, not done, or nothing for certain. */
type Outcome = 'sure' | 'refused' | 'unsure';

/** An object whose creation was acknowledged, and what became of it as far as its writer was told. */
export class Acknowledged {
  /** Names it may have now; undefined: it may be gone. */
  states: (string | undefined)[];
  /** Changes that were acknowledged, its creation included, and others that may have happened. */
  changes = { sure: 1, unsure: 0 };
  /** The same of batches of addresses. */
  batches = { sure: 0, unsure: 0 };

  constructor(
    readonly kind: Kind,
    readonly id: string,
    name: string,
  ) {
    this.states = [name];
  }

  changed(outcome: Outcome, state: string | undefined): void {
    if (outcome === 'refused') return;
    this.states = outcome === 'sure' ? [state] : [...this.states, state];
    this.changes[outcome]++;
  }

  filled(outcome: Outcome): void {
    if (outcome !== 'refused') this.batches[outcome]++;
  }
}

/** What writers were told, to be compared with what the store has. */
export class Ledger {
  readonly objects = new Map<string, Acknowledged>();
  /** Names of objects that may be there: nobody answered who made them. */
  readonly #unsure = new Set<string>();
  /** How many answers of which status. */
  readonly answers = new Map<number, number>();
  readonly latencies: number[] = [];
  acknowledged = 0;
  /** What was read and is not what was acknowledged before. */
  readonly #misread = new Set<string>();

  /** `leavesNothing`: statuses of 5xx after which nothing may be found of what was asked. */
  constructor(readonly leavesNothing: readonly number[] = []) {}

  answered({ status, ms }: Answer & { ms: number }): Outcome {
    this.answers.set(status, (this.answers.get(status) ?? 0) + 1);
    this.latencies.push(ms);
    if (isOk(status)) {
      this.acknowledged++;
      return 'sure';
    }
    return (status >= 400 && status < 500) || this.leavesNothing.includes(status) ? 'refused' : 'unsure';
  }

  /** Resolves once so many more answers have this status. */
  async saw(status: number, more: number, patience = 60_000): Promise<void> {
    const wanted = this.count(status) + more;
    const until = performance.now() + patience;
    while (this.count(status) < wanted) {
      if (performance.now() > until) throw new Error(`fewer than ${more} answers are ${status}`);
      await pause(1);
    }
  }

  created(kind: Kind, id: string, name: string): Acknowledged {
    const object = new Acknowledged(kind, id, name);
    this.objects.set(`${kind} ${id}`, object);
    return object;
  }

  /** Its writer reads an object of which all is certain, with this answer. */
  read({ kind, id, states }: Acknowledged, status: number, name: string | undefined): void {
    this.answers.set(status, (this.answers.get(status) ?? 0) + 1);
    const isStale = status === 200 ? !states.includes(name) : status === 404;
    if (isStale) this.#misread.add(`${kind} ${id} is read as ${name ?? 'gone'} and not as ${states}`);
  }

  unsureCreation(name: string): void {
    this.#unsure.add(name);
  }

  /** Whether an object that nobody was told of may be there under this name. */
  mayBe(name: string): boolean {
    return this.#unsure.has(name);
  }

  /** What was answered beside success and the statuses allowed, as broken promises. Empty is good. */
  unexpected(allowed: readonly number[]): string[] {
    const others = [...this.answers].filter(([status]) => !isOk(status) && !allowed.includes(status));
    return [...others.map(([status, count]) => `nothing else is answered (${count} × ${status})`), ...this.#misread];
  }

  count(status: number): number {
    return this.answers.get(status) ?? 0;
  }
}
