import { once } from 'node:events';
import { chmod, mkdir, rm } from 'node:fs/promises';
import { createConnection, createServer, type Server, type Socket } from 'node:net';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Copied } from './store/duckdb-copy';
import { Serial } from './store/serial';

/** Where a running Parapet is asked for a copy of its events, by who may read them anyway; and where the copy is then. */
const socketIn = (folder: string) => path.join(folder, 'copies.sock');
const copyIn = (folder: string) => path.join(folder, 'copy');

/** Who asked and takes longer with a copy loses it. */
const TAKEN_MS = 60 * 60_000;

type Answer = Copied | { error: string };

type CopiedStore = { copyTo(folder: string, signal: AbortSignal): Promise<Copied> };

/** Gives copies of the event store to who connects to a socket in its folder, one after another. */
export class CopyServer {
  readonly #turns = new Serial();
  readonly #sockets = new Set<Socket>();
  readonly #server: Server;

  private constructor(
    private readonly folder: string,
    private readonly store: CopiedStore,
  ) {
    this.#server = createServer((socket) => {
      this.#sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => this.#sockets.delete(socket));
      socket.setTimeout(TAKEN_MS, () => socket.destroy());
      this.#turns.run(() => this.#serve(socket)).catch(() => socket.destroy());
    });
  }

  /** Rejects where the folder takes no socket, for instance because its path is too long. */
  static async open(folder: string, store: CopiedStore): Promise<CopyServer> {
    const copies = new CopyServer(folder, store);
    // What a process that was killed left.
    for (const left of [socketIn(folder), copyIn(folder)]) await rm(left, { recursive: true, force: true });
    copies.#server.listen(socketIn(folder));
    await once(copies.#server, 'listening');
    await chmod(socketIn(folder), 0o600);
    return copies;
  }

  /** The copy is there until the connection ends. */
  async #serve(socket: Socket): Promise<void> {
    const gone = new AbortController();
    const closed = new Promise<void>((resolve) => socket.resume().once('close', resolve));
    void closed.then(() => gone.abort());
    const copy = copyIn(this.folder);
    if (socket.destroyed) return;
    try {
      await mkdir(copy, { mode: 0o700 });
      await this.store.copyTo(copy, gone.signal).then(
        (copied) => socket.write(`${JSON.stringify(copied)}\n`),
        (error: Error) => socket.end(`${JSON.stringify({ error: error.message })}\n`),
      );
      await closed;
    } finally {
      await rm(copy, { recursive: true, force: true });
    }
  }

  async close(): Promise<void> {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
    await this.#turns.close();
  }
}

async function answerOf(socket: Socket): Promise<Copied> {
  for await (const line of createInterface({ input: socket })) {
    const answer = JSON.parse(line) as Answer;
    if ('error' in answer) throw new Error(answer.error);
    return answer;
  }
  throw new Error('it ended');
}

/**
 * Asks the Parapet that has the events of a folder for a copy, which is there while `take` runs. Undefined where none
 * listens; rejects where it could not make one.
 */
export async function withCopy<T>(
  folder: string,
  take: (copy: string, copied: Copied) => Promise<T>,
): Promise<T | undefined> {
  const socket = createConnection(socketIn(folder));
  try {
    const isConnected = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    return isConnected ? await take(copyIn(folder), await answerOf(socket)) : undefined;
  } finally {
    socket.destroy();
  }
}
