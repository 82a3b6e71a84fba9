import { readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';
import path from 'node:path';

/**
 * The processes of the nginx that has its files in a folder. A number in a pid file is not enough: where nginx was killed, or the machine lost
 * its power, the file stays, and another process gets the number.
 */
export class NginxProcesses {
  constructor(
    private readonly folder: string,
    private readonly logs: string,
  ) {}

  /** The master that a pid file names; 0 where none lives. */
  masterIn(name: 'nginx.pid' | 'nginx.pid.oldbin'): number {
    const pid = Number(textOf(path.join(this.logs, name)));
    return pid > 0 && this.#isMaster(pid) ? pid : 0;
  }

  /** Workers whose master was killed: they serve on what they have, and keep the ports from any other. */
  orphans(): number[] {
    return pids().filter((pid) => this.#isWorker(pid) && !this.#isMaster(parentOf(pid)));
  }

  /** What a process has open; nothing of one that is gone, or of another user's. */
  filesOf(pid: number): string[] {
    const folder = `/proc/${pid}/fd`;
    return namesIn(folder).map((name) => linkOf(path.join(folder, name)));
  }

  /** Whether a process has a socket of this port itself, at whatever address. */
  hasPort(pid: number, port: number): boolean {
    const sockets = new Set(this.filesOf(pid));
    const tables = ['tcp', 'tcp6', 'udp', 'udp6'].map((name) => textOf(`/proc/net/${name}`));
    const local = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
    const rows = tables.flatMap((table) => table.split('\n')).map((line) => line.trim().split(/\s+/));
    return rows.some(
      ([, address = '', , , , , , , , inode]) => address.endsWith(local) && sockets.has(`socket:[${inode}]`),
    );
  }

  #isMaster(pid: number): boolean {
    return argumentsOf(pid).includes(`nginx -p ${this.folder} -e `);
  }

  #isWorker(pid: number): boolean {
    if (!argumentsOf(pid).startsWith('nginx: worker process')) return false;
    const logs = realpathSync(this.logs);
    return this.filesOf(pid).some((file) => file.startsWith(`${logs}/`));
  }
}

const pids = (): number[] => namesIn('/proc').map(Number).filter(Number.isInteger);

/** The arguments of a process, between spaces; empty for one that has ended. */
const argumentsOf = (pid: number): string => textOf(`/proc/${pid}/cmdline`).replaceAll('\0', ' ').trim();

const parentOf = (pid: number): number => Number(/^PPid:\s*(\d+)$/m.exec(textOf(`/proc/${pid}/status`))?.[1] ?? 0);

/** What may be gone at any time reads as nothing. */
function orNothing<T>(read: () => T, nothing: T): T {
  try {
    return read();
  } catch {
    return nothing;
  }
}
const textOf = (file: string): string => orNothing(() => readFileSync(file, 'utf8'), '');
const linkOf = (file: string): string => orNothing(() => readlinkSync(file), '');
const namesIn = (folder: string): string[] => orNothing(() => readdirSync(folder), []);
