import type { StreamReply } from '@/lib/api/envelope';
import type { Owner } from './owner';
import type { Queues } from './queues';

/** A reader that takes nothing for so long loses its file, or it would keep its place for ever. */
const IDLE_MS = 30_000;

/**
 * A stream whose pieces are made in turns, and that keeps a place in the queue until its last piece is taken, or nothing was taken for `idleMs`; what is
 * asked of it later fails. Rejects as `FairQueue.run` does, and with the error of `make`.
 */
export function streamInTurn(
  { exports, turns }: Pick<Queues, 'exports' | 'turns'>,
  owner: Owner,
  make: () => Promise<StreamReply>,
  signal?: AbortSignal,
  idleMs = IDLE_MS,
): Promise<StreamReply> {
  const piecewise = async function* (chunks: StreamReply['chunks']) {
    for await (const chunk of chunks) {
      yield chunk;
      await turns.giveWay(owner.address);
    }
  };
  return new Promise((resolve, reject) => {
    const send = async () => {
      const reply = await make();
      await new Promise<void>((end) => resolve({ ...reply, chunks: watched(piecewise(reply.chunks), end, idleMs) }));
    };
    exports.run(owner, send, signal).catch(reject);
  });
}

/** Calls `end` once, when the pieces are all taken, the reader left or none was taken for `idleMs`. */
function watched(
  chunks: StreamReply['chunks'],
  end: () => void,
  idleMs: number,
): AsyncGenerator<string | Uint8Array, void, undefined> {
  let isLate = false;
  const wait = () =>
    setTimeout(() => {
      isLate = true;
      end();
    }, idleMs).unref();
  // Counts from now on: a stream that nobody begins to read ends too.
  let timer = wait();
  const pieces = (async function* (): AsyncGenerator<string | Uint8Array, void, undefined> {
    try {
      yield '';
      for await (const chunk of chunks) {
        clearTimeout(timer);
        if (isLate) throw new Error('the reader took nothing for too long');
        timer = wait();
        yield chunk;
      }
    } finally {
      clearTimeout(timer);
      end();
    }
  })();
  // Begun, or who leaves before the first piece would leave the place taken.
  void pieces.next();
  return pieces;
}
