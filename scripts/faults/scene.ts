import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { eventsFile } from '@/lib/analytics/open';
import { openDuckdbStore } from '@/lib/analytics/store/duckdb';
import { openStore, type Store } from '@/lib/db/store';
import { halfApplied } from '@/test/consistency';
import { createDatabase, type Database } from '@/test/database';
import { PASSWORD, people } from '@/test/people';
import type { Tokens } from '../attack/target';
import type { Postgres } from '../postgres';
import { compare } from './compare';
import type { StoreKind } from './fault';
import type { Ledger } from './ledger';
import type { Senders } from './senders';
import { Server } from './server';

const SECRET_KEY = 'a key that all processes of a fault have';
/** Broken promises of one fault that are named. */
const NAMED = 10;
/** What is still to be delivered, among the figures for operators; forgetting old artefacts always comes back. */
const UNDELIVERED = /^parapet_jobs_(waiting|failed)\{kind="delivery\.(?!forget)[^}]*\} [1-9]\d*$/gm;
/** Work after the commit has so long to be done. */
const SETTLED_MS = 30_000;

/** Where one fault is tried: its folder, its store, its processes, and what was found. */
export class Scene {
  readonly broken = new Set<string>();
  readonly figures: Record<string, string | number> = {};
  /** Everybody signs in once, whichever process answers. */
  readonly tokens: Tokens = new Map();
  readonly #servers: Server[] = [];
  readonly #starting = new Set<Promise<Server>>();
  readonly #cleanups: (() => unknown)[] = [];
  #closed: Promise<void> | undefined;
  #databaseUrl: string | undefined;

  private constructor(
    readonly store: StoreKind,
    readonly isShort: boolean,
    readonly folder: string,
    readonly database: Database | undefined,
    private readonly server: Postgres | undefined,
  ) {
    this.#databaseUrl = database?.url;
  }

  static async open(store: StoreKind, isShort: boolean, postgres: Postgres | undefined): Promise<Scene> {
    const folder = mkdtempSync(path.join(tmpdir(), 'parapet-fault-'));
    writeFileSync(path.join(folder, 'people.json'), JSON.stringify(people));
    const server = store === 'postgres' ? postgres : undefined;
    return new Scene(store, isShort, folder, server && (await createDatabase(server.url)), server);
  }

  /** The PostgreSQL server, which the fault may end, as long as it starts it again. */
  get postgres(): Postgres {
    if (!this.server) throw new Error('this fault is of the embedded store');
    return this.server;
  }

  /** Has the store on a PostgreSQL of the fault's own. */
  storeAt(databaseUrl: string): void {
    this.#databaseUrl = databaseUrl;
  }

  /** A figure of the long form, or of the short one. */
  either(long: number, short: number): number {
    return this.isShort ? short : long;
  }

  /** Notes a promise that was broken. */
  expect(holds: boolean, promise: string): void {
    if (!holds && this.broken.size < NAMED) this.broken.add(promise);
  }

  expectNone(broken: readonly string[]): void {
    for (const promise of broken) this.expect(false, promise);
  }

  figure(name: string, value: string | number): void {
    this.figures[name] = value;
  }

  /** Something to put away at the end, the last first. */
  cleanup(run: () => unknown): void {
    this.#cleanups.push(run);
  }

  dataDir(name = 'data'): string {
    return path.join(this.folder, name);
  }

  /**
   * Starts a process on the fault's store; on PostgreSQL several, with a folder of their own each. `by` is a command that
   * becomes the process.
   */
  async start(more: Record<string, string> = {}, name?: string, by?: readonly string[]): Promise<Server> {
    if (this.#closed) throw new Error('the fault is over');
    mkdirSync(this.dataDir(name), { recursive: true });
    const starting = Server.start(
      {
        ...{ NODE_ENV: 'production', DATA_DIR: this.dataDir(name), SECRET_KEY, PLAN_QUOTAS: 'off', DRAIN_S: '0' },
        ...{ PROVISION_FILE: path.join(this.folder, 'people.json'), ADMIN_PASSWORD: PASSWORD },
        ...{ DATABASE_URL: this.#databaseUrl ?? '', ...more },
      },
      this.tokens,
      by,
    );
    this.#starting.add(starting);
    try {
      const server = await starting;
      this.#servers.push(server);
      return server;
    } finally {
      this.#starting.delete(starting);
    }
  }

  /** Waits until all work after the commit is done, and notes what is left. */
  async settle(server: Server): Promise<void> {
    const until = performance.now() + SETTLED_MS;
    let left = 'unknown';
    while (performance.now() < until) {
      const { status, text } = await server.metrics();
      const waiting = text.match(UNDELIVERED) ?? [];
      if (status === 200 && waiting.length === 0) return;
      left = waiting.join(', ');
      await pause(50);
    }
    this.expect(false, `all deliveries are done (${left})`);
  }

  /** Ends the processes, and compares what the store has with what writers were told. */
  async expectWhole(ledger: Ledger): Promise<void> {
    await this.#expectOfStore((store) => compare(store, ledger));
    this.figure('acknowledged writes', ledger.acknowledged);
  }

  /** Ends the processes: whatever was written, nothing of it is half-applied, and both chains are sound. */
  expectSound(): Promise<void> {
    return this.#expectOfStore(halfApplied);
  }

  async #expectOfStore(brokenOf: (store: Store) => Promise<string[]>): Promise<void> {
    for (const server of this.#servers) await server.kill();
    // PostgreSQL ends what a killed process had begun.
    if (this.#databaseUrl) await pause(200);
    const store = openStore({ folder: this.dataDir(), databaseUrl: this.#databaseUrl });
    try {
      this.expectNone(await brokenOf(store));
    } finally {
      await store.close();
    }
  }

  /** Ends the processes, and compares what the embedded store of events has with what senders were told. */
  async expectEvents(senders: Pick<Senders, 'compare' | 'acknowledged'>): Promise<void> {
    for (const server of this.#servers) await server.kill();
    const store = await openDuckdbStore(eventsFile(this.dataDir()));
    try {
      this.expectNone(await senders.compare(store));
    } finally {
      await store.close();
    }
    this.figure('acknowledged batches', senders.acknowledged.size);
  }

  /** Ends and puts away all of it, whatever the fault still does. */
  close(): Promise<void> {
    this.#closed ??= this.#end();
    return this.#closed;
  }

  async #end(): Promise<void> {
    await Promise.allSettled(this.#starting);
    for (const server of this.#servers) {
      server.signal('SIGCONT');
      await server.kill();
      this.expectNone([...server.broken]);
    }
    for (const cleanup of this.#cleanups.reverse()) await cleanup();
    await this.database?.drop();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
