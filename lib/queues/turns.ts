import { gone } from './fair-queue';

/**
 * In each turn of the event loop one new connection is accepted, from a queue of the kernel that knows no senders. While
 * connections come, those who open many leave their turns to them; for so long at the most, as whoever opens them
 * without end stops nobody.
 */
const ACCEPTING_MS = 8;
/** Connections that a sender may open in so much time without leaving turns to them: a browser opens six, a client whose answers are late two more. */
const FEW = { connections: 8, ms: 1_000 };
/** Meanwhile everybody else has turns of so long together, so that a newcomer's connection is accepted soon. */
const MEANWHILE_MS = 4;

/** Requests of one sender that may be under way at once while others send requests, too. */
const AT_ONCE = 2;
/** A request that takes longer waits for something that has a queue of its own, and no longer counts as under way. */
const BRIEF_MS = 50;
/** So long after its last request a sender is no longer there. */
const PRESENT_MS = 1_000;

/** So long at most a slice of work gives way to what others have under way, which waits for the thread each time its store answers. */
const PATIENCE_MS = 20;

/** So many senders, those that come next by order, are compared by what they had. */
const COMPARED = 32;
/** What a turn costs at least, in ms: as much as the loop itself, so that none is free. */
const LEAST_MS = 1;
/** Of so many senders the time is kept before those are looked for of whom it says nothing any more. */
const KEPT = 1_000;

/** What waits for a turn: a request that begins, or one that goes on, which gives way to others where it is long. */
type Waiting = { isNew: boolean; isLong: boolean; since: number; begin(): void };
/** Calls back when whoever asked hangs up or is answered, at once where that is so already. */
export type WhenOver = (callback: () => void) => void;
/** What a turn is for; `whenOver` is asked for only where it has to wait. */
type Wanted = Pick<Waiting, 'isNew' | 'isLong'> & { whenOver?: WhenOver };
type UnderWay = { sender: string; since: number };

/**
 * Lets requests begin one in each turn of the event loop, in an order that is fair to their senders by the time that their
 * turns take. What is answered
 * without waiting for anything runs to its end before the loop takes in anything new; of a hundred requests that arrive
 * together everybody else would wait for all. What waits for its store comes back in many small pieces, and all of others'
 * requests wait behind them; so only a few of one sender are under way at once, unless nobody else is there, and slices of
 * long work wait for what others have under way. Bounded by the connections, of which each has one request
 * under way: what waits for somebody who hung up is dropped.
 */
export class Turns {
  /** In the order in which senders come next. */
  readonly #waiting = new Map<string, Waiting[]>();
  /** When the requests under way began, by sender. */
  readonly #underWay = new Map<string, Set<UnderWay>>();
  /** Those of everybody that are brief so far, the oldest first. */
  readonly #brief = new Set<UnderWay>();
  /**
   * When each sender's time is used up, on a clock that goes on by the time that turns take: who has had a long one comes after
   * others have had as much. What lies before the clock says nothing any more.
   */
  readonly #paidUntil = new Map<string, number>();
  #clock = 0;
  #kept = KEPT;
  /** Who began last, and when that was another one than before. */
  #last: string | undefined;
  #changed = Number.NEGATIVE_INFINITY;
  /** Whether one has begun in this turn of the event loop. */
  #hasBegun = false;
  #isScheduled = false;
  #timer: NodeJS.Timeout | undefined;
  /** Whether a connection was accepted in this turn, since when turns were left to connections, and what of them others had. */
  #hasAccepted = false;
  #acceptingSince: number | undefined;
  #meanwhile = 0;
  /** How many connections each sender opened lately, and since when that is counted. */
  readonly #opened = new Map<string, number>();
  #openedSince = Number.NEGATIVE_INFINITY;

  /** Does a request of this sender when it may begin. Rejects with err.request.timeout where `whenOver` says before that nobody waits for it. */
  async run<T>(sender: string, work: () => Promise<T>, whenOver?: WhenOver): Promise<T> {
    await this.#turn(sender, { isNew: true, isLong: false, whenOver });
    const started = { sender, since: performance.now() };
    const ofSender = this.#underWay.get(sender) ?? new Set();
    this.#underWay.set(sender, ofSender.add(started));
    this.#brief.add(started);
    try {
      return await work();
    } finally {
      this.#brief.delete(started);
      ofSender.delete(started);
      if (ofSender.size === 0) this.#underWay.delete(sender);
      if (this.#waiting.size > 0) this.#schedule();
    }
  }

  /** Resolves when a request of this sender that is under way may go on. */
  next(sender: string): Promise<void> {
    return this.#turn(sender, { isNew: false, isLong: false });
  }

  /** The same for one that takes long: what others have under way goes first, for a while. */
  giveWay(sender: string): Promise<void> {
    return this.#turn(sender, { isNew: false, isLong: true });
  }

  /** A connection of this sender was accepted: more may wait behind it. */
  accepted(sender: string): void {
    const now = performance.now();
    this.#hasAccepted = true;
    this.#acceptingSince ??= now;
    if (now - this.#openedSince > FEW.ms) {
      this.#opened.clear();
      this.#openedSince = now;
    }
    this.#opened.set(sender, (this.#opened.get(sender) ?? 0) + 1);
    this.#schedule();
  }

  #turn(sender: string, { isNew, isLong, whenOver }: Wanted): Promise<void> {
    this.#schedule();
    if (isNew) this.#note(sender);
    const isFree = this.#waiting.size === 0 && !this.#hasBegun && !(this.#isAccepting() && this.#isHeldBack(sender));
    if (isFree && (!isNew || this.#hasRoom(sender)) && !(isLong && this.#othersAreUnderWay(sender))) {
      this.#hasBegun = true;
      this.#time(sender);
      return Promise.resolve();
    }
    return new Promise((begin, reject) => {
      const waiting = { isNew, isLong, since: performance.now(), begin };
      const own = this.#waiting.get(sender);
      if (own) own.push(waiting);
      else this.#waiting.set(sender, [waiting]);
      whenOver?.(() => {
        if (this.#drop(sender, waiting)) reject(gone());
      });
    });
  }

  /** Whether it still waited. Of those who connect, ask and hang up without end more would wait than have a connection. */
  #drop(sender: string, waiting: Waiting): boolean {
    const own = this.#waiting.get(sender);
    const at = own?.indexOf(waiting) ?? -1;
    if (!own || at < 0) return false;
    own.splice(at, 1);
    if (own.length === 0) this.#waiting.delete(sender);
    return true;
  }

  #note(sender: string): void {
    if (this.#last !== sender) this.#changed = performance.now();
    this.#last = sender;
  }

  #hasRoom(sender: string): boolean {
    const ofSender = this.#underWay.get(sender);
    if (!ofSender || ofSender.size < AT_ONCE) return true;
    const now = performance.now();
    if (now - this.#changed > PRESENT_MS) return true;
    let brief = 0;
    for (const { since } of ofSender) if (now - since < BRIEF_MS) brief++;
    return brief < AT_ONCE;
  }

  /** Whether others wait for their store; those who wait for a turn themselves get theirs in the order of senders. */
  #othersAreUnderWay(sender: string): boolean {
    const now = performance.now();
    for (const request of this.#brief) {
      if (now - request.since >= BRIEF_MS) this.#brief.delete(request);
      else if (request.sender !== sender && !this.#waiting.has(request.sender)) return true;
    }
    return false;
  }

  /** Which of a sender's may have the turn. */
  #next(sender: string, own: readonly Waiting[]): number {
    const hasRoom = this.#hasRoom(sender);
    const until = this.#othersAreUnderWay(sender) ? performance.now() - PATIENCE_MS : Number.POSITIVE_INFINITY;
    return own.findIndex(({ isNew, isLong, since }) => (isNew ? hasRoom : !isLong || since <= until));
  }

  #isAccepting(): boolean {
    return this.#hasAccepted && performance.now() - (this.#acceptingSince ?? 0) < ACCEPTING_MS;
  }

  /** Whether a sender's turns are left to connections. */
  #isHeldBack(sender: string): boolean {
    return (this.#opened.get(sender) ?? 0) > FEW.connections || this.#meanwhile >= MEANWHILE_MS;
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      this.#hasBegun = false;
      const isAccepting = this.#isAccepting();
      this.#hasAccepted = false;
      if (isAccepting) this.#schedule();
      else this.#endAccepting();
      this.#beginOne(isAccepting);
    });
  }

  #endAccepting(): void {
    this.#acceptingSince = undefined;
    this.#meanwhile = 0;
  }

  #beginOne(isAccepting: boolean): void {
    const chosen = this.#choose(isAccepting);
    if (!chosen) {
      if (this.#waiting.size > 0) this.#wake();
      return;
    }
    const { sender, own, index } = chosen;
    const [first] = own.splice(index, 1);
    this.#waiting.delete(sender);
    if (own.length > 0) this.#waiting.set(sender, own);
    this.#hasBegun = true;
    this.#schedule();
    this.#time(sender);
    first?.begin();
  }

  /** Of the senders that come next, the one that has had least. */
  #choose(isAccepting: boolean): { sender: string; own: Waiting[]; index: number } | undefined {
    let chosen: { sender: string; own: Waiting[]; index: number; at: number } | undefined;
    let compared = 0;
    for (const [sender, own] of this.#waiting) {
      if (isAccepting && this.#isHeldBack(sender)) continue;
      const index = this.#next(sender, own);
      if (index < 0) continue;
      const at = this.#startOf(sender);
      if (!chosen || at < chosen.at) chosen = { sender, own, index, at };
      if (at <= this.#clock || ++compared === COMPARED) break;
    }
    return chosen;
  }

  #startOf(sender: string): number {
    return Math.max(this.#clock, this.#paidUntil.get(sender) ?? 0);
  }

  /** Bills a sender for what runs of its turn before the loop goes on. */
  #time(sender: string): void {
    const start = this.#startOf(sender);
    const began = performance.now();
    this.#clock = start;
    const bill = () => {
      const ms = performance.now() - began;
      this.#paidUntil.set(sender, start + Math.max(LEAST_MS, ms));
      if (this.#acceptingSince !== undefined) this.#meanwhile += ms;
    };
    // A tick that is asked for among promises comes when all of them have run.
    queueMicrotask(() => process.nextTick(bill));
    if (this.#paidUntil.size > this.#kept) this.#forget();
  }

  #forget(): void {
    for (const [sender, until] of this.#paidUntil) if (until <= this.#clock) this.#paidUntil.delete(sender);
    this.#kept = Math.max(KEPT, 2 * this.#paidUntil.size);
  }

  /** Tries again when what waits has given way for long enough, or what is under way has become too long to count. */
  #wake(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#schedule();
    }, PATIENCE_MS);
  }
}
