import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { NodeFigures } from '@/lib/guard/fleet/vocabulary';
import { readKept, written } from './objects';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
/** How much more than after its start nginx may have. */
const GROWTH = 2;

/** What is known of a master: its memory with its workers when it was first seen; and when one was last put in place of another. */
type State = { master: number; first_bytes: number; renewed_at: number };

type Figures = NonNullable<NodeFigures['nginx_memory']>;

/** Watches the memory of nginx, which grows with each reload (ModSecurity keeps rules of before). */
export class NginxMemory {
  readonly #file: string;
  readonly #pidFile: string;

  constructor(
    folder: string,
    /** From how many bytes on growth counts. */
    private readonly bound: number,
  ) {
    this.#file = path.join(folder, 'nginx-memory.json');
    this.#pidFile = path.join(folder, 'logs', 'nginx.pid');
  }

  /** What nginx has now and had after its start; null where none runs. */
  figures(): Figures | null {
    const master = masterOf(this.#pidFile);
    if (master === '') return null;
    const bytes = bytesOf(master) + workerBytes(this.#pidFile);
    const { first_bytes, renewed_at } = this.#known(Number(master), bytes);
    return { bytes, first_bytes, renewed_at };
  }

  /** Whether a fresh nginx should take over: it has more than the bound and twice what it began with, and the last hour saw none. */
  isGrown(now = Date.now()): boolean {
    const figures = this.figures();
    if (!figures || Math.abs(now - figures.renewed_at) < HOUR_MS) return false;
    return figures.bytes > Math.max(this.bound, figures.first_bytes * GROWTH);
  }

  /** Whether the last time is long enough ago for what cannot wait for an hour. */
  isRenewable(now = Date.now()): boolean {
    return Math.abs(now - this.#stored().renewed_at) > MINUTE_MS;
  }

  /** A fresh nginx took over, or was to: the next one waits an hour. */
  noteRenewed(now = Date.now()): void {
    const { master, first_bytes } = this.#stored();
    this.#keep({ master, first_bytes, renewed_at: now });
  }

  #known(master: number, bytes: number): State {
    const stored = this.#stored();
    if (stored.master === master) return stored;
    return this.#keep({ ...stored, master, first_bytes: bytes });
  }

  #stored(): State {
    return readKept(this.#file) ?? { master: 0, first_bytes: 0, renewed_at: 0 };
  }

  #keep(state: State): State {
    written(this.#file, JSON.stringify(state));
    return state;
  }
}

const masterOf = (pidFile: string): string => readOr(pidFile).trim();

/** Resident memory of the processes that nginx's master started; 0 where none runs. */
export function workerBytes(pidFile: string): number {
  const master = masterOf(pidFile);
  return master === '' ? 0 : childrenOf(master).reduce((sum, pid) => sum + bytesOf(pid), 0);
}

const statusOf = (pid: string) => readOr(`/proc/${pid}/status`);

/** The processes that one started. */
export const childrenOf = (parent: string): string[] =>
  readdirSync('/proc').filter((name) => /^\d+$/.test(name) && /^PPid:\s*(\d+)$/m.exec(statusOf(name))?.[1] === parent);

const bytesOf = (pid: string): number => Number(/^VmRSS:\s*(\d+) kB$/m.exec(statusOf(pid))?.[1] ?? 0) * 1024;

/** A file's text; empty where it is gone, as that of a process may be at any time. */
function readOr(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
