import { once } from 'node:events';
import { chmod, rm } from 'node:fs/promises';
import { createConnection, createServer, type Server, type Socket } from 'node:net';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { Serial } from './store/serial';

/** Where a running Parapet is asked to leave its file of events as it is, by who may read it anyway. */
const socketIn = (folder: string) => path.join(folder, 'copies.sock');

/** Who asked and takes longer with a copy has none. */
const TAKEN_MS = 60 * 60_000;

/** What the file is now, and once more when it was copied; or why it may have been written over. */
type Answer = { unchanged: true } | { error: string };

type CopiedStore = {
  pauseCheckpoints(work: (ends: AbortSignal) => Promise<void>, signal: AbortSignal): Promise<void>;
};

const line = (answer: Answer) => `${JSON.stringify(answer)}\n`;

/** Leaves the file of the event store as it is while who connects to a socket beside it makes a copy, one after another. */
export class CopyServer {
  readonly #turns = new Serial();
  readonly #sockets = new Set<Socket>();
  readonly #server: Server;

  private constructor(private readonly store: CopiedStore) {
    this.#server = createServer((socket) => {
      this.#sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => this.#sockets.delete(socket));
      socket.setTimeout(TAKEN_MS, () => socket.destroy());
      this.#turns.run(() => this.#serve(socket)).catch(() => socket.destroy());
    });
  }

  /** Rejects where the folder takes no socket, for instance because its path is too long. */
  static async open(folder: string, store: CopiedStore): Promise<CopyServer> {
    const copies = new CopyServer(store);
    // What a process that was killed left.
    await rm(socketIn(folder), { force: true });
    copies.#server.listen(socketIn(folder));
    await once(copies.#server, 'listening');
    await chmod(socketIn(folder), 0o600);
    return copies;
  }

  /** Until the connection ends, or says that the copy was made. */
  async #serve(socket: Socket): Promise<void> {
    if (socket.destroyed) return;
    const gone = new AbortController();
    socket.once('close', () => gone.abort());
    const untilCopied = async (ends: AbortSignal) => {
      socket.write(line({ unchanged: true }));
      await once(socket, 'data', { signal: ends }).catch(() => undefined);
      ends.throwIfAborted();
      socket.end(line({ unchanged: true }));
    };
    await this.store
      .pauseCheckpoints(untilCopied, gone.signal)
      .catch((error: Error) => socket.end(line({ error: error.message })));
  }

  async close(): Promise<void> {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
    await this.#turns.close();
  }
}

async function unchanged(answers: AsyncIterator<string>): Promise<void> {
  const { value } = await answers.next();
  if (value === undefined) throw new Error('it ended');
  const answer = JSON.parse(value) as Answer;
  if ('error' in answer) throw new Error(answer.error);
}

/**
 * Has the Parapet that has the events of a folder leave their file as it is while `copy` runs. False where none listens;
 * rejects where the file may have been written over.
 */
export async function whileUnchanged(folder: string, copy: () => Promise<void>): Promise<boolean> {
  const socket = createConnection(socketIn(folder));
  try {
    const isConnected = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    if (!isConnected) return false;
    // A connection that breaks ends the answers.
    socket.on('error', () => undefined);
    const answers = createInterface({ input: socket })[Symbol.asyncIterator]();
    await unchanged(answers);
    await copy();
    socket.write('copied\n');
    await unchanged(answers);
    return true;
  } finally {
    socket.destroy();
  }
}
