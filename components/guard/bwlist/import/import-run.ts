import { ApiError } from '@/lib/api/client';
import { type KnownIp, MAX_BATCH } from '@/lib/guard/bwlist/contract';

/** The calls an import is made of. */
export type ImportCalls = {
  /** Those of these addresses that the list has. */
  known: (ips: readonly string[]) => Promise<readonly KnownIp[]>;
  /** Adds addresses, all or none; answers the ids of those that the list did not have. */
  add: (ips: readonly string[]) => Promise<readonly number[]>;
  /** Deletes addresses; answers how many there still were. */
  remove: (ids: readonly number[]) => Promise<number>;
};

export type Phase =
  | 'checking'
  | 'checked'
  | 'adding'
  | 'stopping'
  | 'stopped'
  | 'failed'
  | 'done'
  | 'undoing'
  | 'undo_failed'
  | 'undone';

export type ImportState = {
  phase: Phase;
  /** Addresses that the list was asked for so far. */
  checked: number;
  /** Those that it had before. */
  known: ReadonlySet<string>;
  /** Batches to send, and how many of them are in the list. */
  batches: number;
  sent: number;
  /** Addresses that this import added, and those that somebody else added meanwhile. */
  added: number;
  others: number;
  /** What undo removed; less than was added where somebody removed some before. */
  removed: number;
  error: unknown;
};

const START: ImportState = {
  ...{ phase: 'checking', checked: 0, known: new Set(), batches: 0, sent: 0 },
  ...{ added: 0, others: 0, removed: 0, error: null },
};

function inBatches<T>(all: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(all.length / MAX_BATCH) }, (_, i) =>
    all.slice(i * MAX_BATCH, (i + 1) * MAX_BATCH),
  );
}

/** Whether a call that failed may have been carried out all the same. */
const isUncertain = (error: unknown) => !(error instanceof ApiError) || error.status === 0 || error.status >= 500;

/**
 * Adds addresses to a list in batches, of which each is in it whole or not at all. It can be stopped after a batch, goes on
 * where it was, and remembers which ids it added, so that these alone are removed by `undo`. `onChange` is told each state.
 * `before`: ids that an import of an earlier page added, which shall be undone.
 */
export function importRun(
  addresses: readonly string[],
  calls: ImportCalls,
  onChange: (state: ImportState) => void,
  before: readonly number[] = [],
) {
  let state: ImportState = { ...START, added: before.length };
  let waiting: string[][] = [];
  /** Whether the first batch that waits may be in the list already: its answer was lost. */
  let isUnsure = false;
  let ids = [...before];
  const become = (change: Partial<ImportState>) => {
    state = { ...state, ...change };
    onChange(state);
  };
  const fail = (phase: Phase, error: unknown) => become({ phase, error });

  /** Says which addresses the list has; writes nothing. */
  async function check(): Promise<void> {
    become({ ...START });
    try {
      const known = new Set<string>();
      for (const batch of inBatches(addresses)) {
        for (const { ip_addr } of await calls.known(batch)) known.add(ip_addr);
        become({ checked: state.checked + batch.length });
      }
      waiting = inBatches(addresses.filter((ip_addr) => !known.has(ip_addr)));
      become({ phase: 'checked', known, batches: waiting.length });
    } catch (error) {
      fail('failed', error);
    }
  }

  /** The ids of a batch whose answer was lost and that arrived: then all of it is there, since the same moment. */
  async function arrived(batch: readonly string[]): Promise<readonly number[] | null> {
    const found = await calls.known(batch);
    const isWhole = found.length === batch.length && found.every(({ ctime }) => ctime === found[0]?.ctime);
    return isWhole ? found.map(({ id }) => id) : null;
  }

  /** Begins, or goes on after a stop or an error. */
  async function start(): Promise<void> {
    become({ phase: 'adding', error: null });
    try {
      for (let batch = waiting[0]; batch; batch = waiting[0]) {
        if (isStopping()) return become({ phase: 'stopped' });
        const made = (isUnsure ? await arrived(batch) : null) ?? (await sendOne(batch));
        isUnsure = false;
        waiting.shift();
        ids.push(...made);
        const others = state.others + batch.length - made.length;
        become({ sent: state.sent + 1, added: ids.length, others });
      }
      become({ phase: 'done' });
    } catch (error) {
      fail('failed', error);
    }
  }

  async function sendOne(batch: readonly string[]): Promise<readonly number[]> {
    try {
      return await calls.add(batch);
    } catch (error) {
      isUnsure = isUncertain(error);
      throw error;
    }
  }

  const isStopping = () => state.phase === 'stopping';

  /** Stops after the batch that is under way. */
  function stop(): void {
    if (state.phase === 'adding') become({ phase: 'stopping' });
  }

  /** Removes what this import added, and nothing else. */
  async function undo(): Promise<void> {
    become({ phase: 'undoing', error: null });
    try {
      if (isUnsure && waiting[0]) await adoptLost(waiting[0]);
      while (ids.length > 0) {
        const some = ids.slice(-MAX_BATCH);
        const removed = await calls.remove(some);
        ids = ids.slice(0, -some.length);
        become({ removed: state.removed + removed });
      }
      become({ phase: 'undone' });
    } catch (error) {
      fail('undo_failed', error);
    }
  }

  async function adoptLost(batch: readonly string[]): Promise<void> {
    const made = await arrived(batch);
    isUnsure = false;
    if (made === null) return;
    waiting.shift();
    ids.push(...made);
    become({ sent: state.sent + 1, added: ids.length });
  }

  return { check, start, stop, undo, ids: (): readonly number[] => ids };
}
export type ImportRun = ReturnType<typeof importRun>;
