import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { AUDIT_LOG } from './audit-log';
import { boundLog, LogTail, type Piece, type Place } from './log-tail';
import { type Plane, Refusal } from './plane';

const LOGS = [
  { name: 'access.json', format: 'nginx_json', canReopen: true },
  // ModSecurity goes on writing to the file that it opened, whatever that is called meanwhile.
  { name: AUDIT_LOG, format: 'modsecurity_json', canReopen: false },
] as const;
const ERROR_LOG = 'error.log';
type Log = (typeof LOGS)[number];
type Followed = { log: Log; tail: LogTail };

/** What is logged is sent at the latest after so long. */
const EVERY_MS = 500;
const LONGEST_WAIT_MS = 30_000;
/** Whether lines are refused for what they hold, and will be again; anything else may be mended on the other side. */
const isHopeless = (error: unknown): boolean =>
  error instanceof Refusal && (error.status === 413 || (error.status === 400 && error.field === 'lines'));

export type ShipperOptions = Readonly<{
  /** Where the agent keeps everything; its logs are in `logs`. */
  folder: string;
  /** Has nginx begin a new file of each log that it can open anew. */
  reopen(): void;
  /** Whether nginx writes to the file of that name. */
  writesTo(name: string): boolean;
  log(line: Record<string, unknown>): void;
  everyMs?: number;
}>;

/** Sends what a node logs to the management plane. The files are the buffer: what could not be sent waits in them. */
export class Shipper {
  readonly #tails: Followed[];
  /** Lines that were given up, since the management plane would never take them. */
  #refused = 0;
  /** The send that is under way. */
  #sending: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly options: ShipperOptions,
    private readonly plane: Pick<Plane, 'events'>,
  ) {
    const { folder } = options;
    this.#tails = LOGS.map((log) => {
      const tail = new LogTail(path.join(folder, 'logs'), log.name, path.join(folder, `sent-${log.name}`));
      return { log, tail };
    });
  }

  /** Sends until the signal fires; each log at its own pace, in turns with the other. */
  async run(signal: AbortSignal): Promise<void> {
    await Promise.all(this.#tails.map((one) => this.#follow(one, signal)));
  }

  async #follow({ log, tail }: Followed, signal: AbortSignal): Promise<void> {
    const wait = (ms: number) => pause(ms, undefined, { signal }).catch(() => undefined);
    for (let failed = 0; !signal.aborted; ) {
      try {
        const piece = tail.read();
        if (piece) await this.#inTurn(() => this.#send(log, piece));
        if (piece) tail.keep(piece.to);
        this.#rotate({ log, tail });
        failed = 0;
        if (!piece) await wait(this.options.everyMs ?? EVERY_MS);
      } catch (error) {
        if (signal.aborted) return;
        failed++;
        this.options.log({ level: 'warn', message: `logs: ${(error as Error).message}` });
        this.#rotate({ log, tail });
        const asked = error instanceof Refusal ? error.retryAfterS : undefined;
        const own = Math.min(LONGEST_WAIT_MS, (this.options.everyMs ?? EVERY_MS) * 2 ** failed);
        await wait(asked === undefined ? own : Math.min(LONGEST_WAIT_MS, asked * 1_000));
      }
    }
  }

  /**
   * One send after the other: two processes of the management plane that get the two halves of a request at the same moment
   * store two events.
   */
  #inTurn(send: () => Promise<void>): Promise<void> {
    const sent = this.#sending.then(send);
    this.#sending = sent.catch(() => undefined);
    return sent;
  }

  /** Sends a piece whole; of one that is refused for what it holds, each half by itself, down to the line that is given up. */
  async #send(log: Log, piece: Piece): Promise<void> {
    const { from, to, text } = piece;
    try {
      await this.plane.events({
        // The same lines are the same batch, which is stored once.
        batch_id: `${log.name}-${from.file}-${from.offset}-${to.offset}`,
        ...{ format: log.format, file: log.name, first_line: from.line },
        lines: harmless(text),
      });
    } catch (error) {
      if (!isHopeless(error)) throw error;
      const halves = halvesOf(piece);
      if (halves) {
        for (const half of halves) await this.#send(log, half);
        return;
      }
      this.#refused++;
      const { file, line } = from;
      const message = `logs: a line was refused: ${(error as Error).message}`;
      this.options.log({ level: 'warn', message, file, line });
    }
  }

  /** A log that grows while nothing can be sent must not fill the disk. */
  #rotate({ log: { name, canReopen }, tail }: Followed): void {
    try {
      // Somebody removed or renamed it, and nginx goes on in a file that nobody finds.
      if (canReopen && !this.options.writesTo(name)) this.options.reopen();
      // nginx says there of each request that it refuses.
      if (canReopen) boundLog(path.join(this.options.folder, 'logs'), ERROR_LOG, this.options.reopen);
      tail.rotate(canReopen ? this.options.reopen : undefined);
    } catch (error) {
      this.options.log({ level: 'error', message: `logs: ${name} is not rotated: ${(error as Error).message}` });
    }
    if (tail.lost === 0) return;
    this.options.log({ level: 'error', message: 'logs: gone before they could be sent', file: name, bytes: tail.lost });
    tail.lost = 0;
  }

  /** Bytes of logs that were not sent yet. */
  get unsent(): number {
    return this.#tails.reduce((sum, { tail }) => sum + tail.unread, 0);
  }

  get refused(): number {
    return this.#refused;
  }
}

/** Characters that no log line has, and that the management plane refuses with all the lines around them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are meant
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f]/g;
const harmless = (text: string) => text.replace(CONTROLS, '\ufffd');

/** A piece as two, cut between lines; undefined for a single line. */
function halvesOf({ text, from, to }: Piece): [Piece, Piece] | undefined {
  const lines = text.split(/(?<=\n)/);
  if (lines.length < 2) return undefined;
  const half = Math.ceil(lines.length / 2);
  const [first, second] = [lines.slice(0, half).join(''), lines.slice(half).join('')];
  const middle: Place = { ...from, offset: from.offset + Buffer.byteLength(first), line: from.line + half };
  return [
    { text: first, from, to: middle },
    { text: second, from: middle, to },
  ];
}
