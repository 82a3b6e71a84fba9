import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Intake } from '@/lib/queues/intake';
import { readingOf } from './incoming';
import { afterEachRead, readOn, stopAtNextHead, stopReading } from './parser';

/** Every socket of the process; leaves room for files below the usual limit of descriptors. */
const MAX_CONNECTIONS = 4_096;
/** Of one address. A browser opens six, a proxy is trusted and not counted. */
const MAX_OF_ADDRESS = 512;
/** Above these, until what has arrived is read: as many as may connect between two readings, the backlog of a socket. */
const MAX_UNSETTLED = 512;
/** Requests that wait behind the one under way; nobody in daily use sends more than one ahead. */
const MAX_WAITING = 16;
/** An answer must move by so many bytes in so much time, or its reader is gone. */
const PROGRESS = { bytes: 16 * 1024, ms: 10_000 };
/** Bytes written but not read yet, of one address and of all. */
const MAX_UNREAD_OF_ADDRESS = 64 * 1024 * 1024;
const MAX_UNREAD = 256 * 1024 * 1024;
/** Answers below this size are few enough by the number of connections. */
const SMALL_ANSWER = 64 * 1024;
const SWEEP_MS = 1_000;
/** Bytes that are read in the time that another read takes, however little it brings. */
const READ_WEIGHT = 8 * 1024;

type Work = { request: IncomingMessage; response: ServerResponse };

type Connection = {
  socket: Socket;
  /** Whom it counts for; undefined for a trusted proxy, which speaks for many. */
  owner: string | undefined;
  /** Whether a request may have arrived that is not read yet, as of one that was taken in just now. */
  isUnread: boolean;
  /** The request that is being answered. */
  current?: Work;
  waiting: Work[];
  /** In whose turns it is read: of a proxy's those of whoever it last passed on a request for. */
  sender: string;
  /** When and at how many bytes the answer was last seen to move. */
  moved: { at: number; bytes: number };
};

/** Calls back when all that had arrived by now is read, also on sockets taken in just now, which are polled a turn later. */
const afterReads = (callback: () => void) => setImmediate(() => setImmediate(callback));

type Serve = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * The sockets of a server, with the bounds of DESIGN 5: one request in flight on each, so many per address, room for new
 * ones at the expense of idle ones, no answer that nobody reads.
 */
export class Connections {
  // In the order in which they last were idle: a connection is put at the end whenever its answer ends.
  private readonly open = new Map<Socket, Connection>();
  private readonly counts = new Map<string, number>();
  private added = 0;

  /** `ownerOf` says whom a socket counts for; `refuse` tells a socket that there is no room. */
  constructor(
    private readonly intake: Intake,
    private readonly ownerOf: (socket: Socket) => string | undefined,
    private readonly refuse: (socket: Socket) => void,
    private readonly serve: Serve,
  ) {}

  /** Watches the sockets and requests of a server. */
  attach(server: Server): void {
    server.on('connection', (socket: Socket) => this.add(socket));
    server.on('request', (request: IncomingMessage, response: ServerResponse) => this.take({ request, response }));
    const sweep = setInterval(() => this.sweep(performance.now()), SWEEP_MS).unref();
    server.on('close', () => clearInterval(sweep));
  }

  /** Whether a body of so many bytes may be written to the socket, given what is still unread elsewhere. */
  hasRoomFor(socket: Socket, bytes: number): boolean {
    if (bytes < SMALL_ANSWER) return true;
    const owner = this.open.get(socket)?.owner;
    let [ofOwner, ofAll] = [bytes, bytes];
    for (const other of this.open.values()) {
      ofAll += other.socket.writableLength;
      if (other.owner === owner) ofOwner += other.socket.writableLength;
    }
    return ofAll <= MAX_UNREAD && (owner === undefined || ofOwner <= MAX_UNREAD_OF_ADDRESS);
  }

  /** Notes for whom a request of the socket is. */
  sentBy(socket: Socket, sender: string): void {
    const connection = this.open.get(socket);
    if (connection) connection.sender = sender;
  }

  /** Whether a request of the socket has arrived and is owed its answer, so that nothing else may be written there. */
  isAnswering(socket: Socket): boolean {
    const current = this.open.get(socket)?.current;
    return current !== undefined && (current.request.complete || current.response.headersSent);
  }

  private add(socket: Socket): void {
    this.intake.accepted();
    const owner = this.ownerOf(socket);
    if (this.over(owner) >= MAX_UNSETTLED) {
      this.refuse(socket);
      return;
    }
    const sender = owner ?? `proxy ${++this.added}`;
    const connection: Connection = { socket, owner, sender, isUnread: true, waiting: [], moved: { at: 0, bytes: 0 } };
    this.open.set(socket, connection);
    afterEachRead(socket, (bytes) => this.wasRead(connection, bytes));
    this.count(owner, 1);
    socket.once('close', () => this.remove(connection));
    this.settle(connection, () => this.makeRoom(connection));
  }

  /** How many more connections there are than there should be, of the owner or of all; below 0 where there is room. */
  private over(owner: string | undefined): number {
    const ofOwner = owner === undefined ? 0 : (this.counts.get(owner) ?? 0);
    return Math.max(ofOwner - MAX_OF_ADDRESS, this.open.size - MAX_CONNECTIONS);
  }

  private count(owner: string | undefined, more: number): void {
    if (owner === undefined) return;
    const count = (this.counts.get(owner) ?? 0) + more;
    if (count > 0) this.counts.set(owner, count);
    else this.counts.delete(owner);
  }

  private remove(connection: Connection): void {
    if (this.open.delete(connection.socket)) this.count(connection.owner, -1);
  }

  /** Ends the idle connections for which there is no room beside a new one, or refuses that where all others are at work. */
  private makeRoom(added: Connection): void {
    while (this.open.has(added.socket) && this.over(added.owner) > 0) {
      const isOfOwner = added.owner !== undefined && (this.counts.get(added.owner) ?? 0) > MAX_OF_ADDRESS;
      const idle = this.longestIdle(isOfOwner ? added.owner : undefined);
      if (idle && idle !== added) {
        this.remove(idle);
        idle.socket.destroy();
      } else {
        if (added.current) return;
        this.remove(added);
        this.refuse(added.socket);
      }
    }
  }

  /** The connection that has been idle for longest, of that owner or of anybody. */
  private longestIdle(owner: string | undefined): Connection | undefined {
    for (const connection of this.open.values()) {
      if (connection.current || connection.isUnread) continue;
      if (owner === undefined || connection.owner === owner) return connection;
    }
    return undefined;
  }

  /** A request begins when the one before it on its socket is answered to the last byte. */
  private take(work: Work): void {
    const { socket } = work.request;
    const connection = this.open.get(socket);
    // What a refused or ended connection still had in the buffer.
    if (!connection || socket.destroyed) return;
    if (!connection.current) {
      this.begin(connection, work);
    } else if (connection.waiting.length < MAX_WAITING) {
      connection.waiting.push(work);
    } else {
      stopAtNextHead(socket);
      socket.destroy();
    }
  }

  private begin(connection: Connection, work: Work): void {
    connection.current = work;
    connection.moved = { at: performance.now(), bytes: connection.socket.bytesWritten };
    work.response.once('close', () => this.end(connection));
    this.serve(work.request, work.response);
  }

  private end(connection: Connection): void {
    const { socket } = connection;
    connection.current = undefined;
    if (socket.destroyed || !this.open.delete(socket)) return;
    this.open.set(socket, connection);
    const next = connection.waiting.shift();
    if (!next) return;
    this.goOn(connection);
    this.begin(connection, next);
  }

  /**
   * Counts what was read, whatever was made of it, and reads no more of a connection with requests that wait, or before its sender's
   * turn: Node reads two megabytes of each connection in a turn of the event loop, and of hundreds of them others wait for all.
   */
  private wasRead(connection: Connection, bytes: number): void {
    const { socket, sender } = connection;
    const reading = readingOf(socket);
    const weight = bytes + READ_WEIGHT + reading.weight;
    reading.weight = 0;
    const which = this.intake.took(sender, weight);
    if (which === 'one') this.wait(connection, weight);
    if (which === 'all') {
      for (const other of this.open.values()) if (other.sender === sender) this.wait(other, weight);
    }
    if (connection.waiting.length > 0) stopReading(socket);
  }

  private wait(connection: Connection, weight: number): void {
    const reading = readingOf(connection.socket);
    stopReading(connection.socket);
    if (reading.waits) return;
    reading.waits = true;
    connection.isUnread = true;
    void this.intake
      .next(connection.sender, weight, () => connection.socket.destroyed)
      .then(() => {
        reading.waits = false;
        this.goOn(connection);
        this.settle(connection);
      });
  }

  /** Notes when all that had arrived of it by now is read, unless that waits for its turn. */
  private settle(connection: Connection, then?: () => void): void {
    connection.isUnread = true;
    afterReads(() => {
      connection.isUnread = readingOf(connection.socket).waits;
      then?.();
    });
  }

  /** Reads on where neither requests wait nor its turn has to come. */
  private goOn({ socket, waiting }: Connection): void {
    if (waiting.length === 0 && !readingOf(socket).waits) readOn(socket);
  }

  /** Ends answers that don't move. */
  private sweep(now: number): void {
    for (const { socket, moved } of this.open.values()) {
      const unread = socket.writableLength;
      const read = socket.bytesWritten - unread;
      if (unread === 0 || read >= moved.bytes + PROGRESS.bytes) Object.assign(moved, { at: now, bytes: read });
      else if (now - moved.at > PROGRESS.ms) socket.destroy();
    }
  }
}
