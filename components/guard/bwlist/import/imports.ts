'use client';

import { useSyncExternalStore } from 'react';
import { ApiError, call } from '@/lib/api/client';
import { bwlist } from '@/lib/guard/bwlist/contract';
import { type ImportCalls, type ImportRun, type ImportState, importRun } from './import-run';
import { inSlices } from './in-slices';
import { idsOf, type KeptImport, keepImport } from './kept-imports';
import { type Report, readLines } from './read-lines';

/** Texts read at once and their reports; of more lists, what was finished first is dropped. */
const KEPT = 5;

/** An import into one list: its source as read, and how far it is. It goes on when its page is left. */
export type Import = {
  name: string;
  /** Lines read so far. */
  lines: number;
  report: Report | null;
  state: ImportState | null;
  run: ImportRun | null;
};

const imports = new Map<number, Import>();
const reading = new Map<number, AbortController>();
const listeners = new Set<() => void>();

const BUSY = ['adding', 'stopping', 'undoing'];
const isBusy = ({ state }: Import) => state !== null && BUSY.includes(state.phase);
const askBeforeLeaving = (event: BeforeUnloadEvent) => event.preventDefault();

function put(ipset_id: number, next: Import): void {
  imports.delete(ipset_id);
  imports.set(ipset_id, next);
  const idle = [...imports].filter(([, each]) => !isBusy(each));
  for (const [id] of idle.slice(0, Math.max(0, imports.size - KEPT))) imports.delete(id);
  window.removeEventListener('beforeunload', askBeforeLeaving);
  if ([...imports.values()].some(isBusy)) window.addEventListener('beforeunload', askBeforeLeaving);
  for (const listener of listeners) listener();
}

function callsOf(ipset_id: number): ImportCalls {
  const params = { id: String(ipset_id) };
  return {
    known: (ips) => call(bwlist.known, { params, body: { ips: [...ips] } }),
    add: (ips) => call(bwlist.addBatch, { params, body: { ips: ips.map((ip_addr) => ({ ip_addr })) } }),
    remove: async (ids) => {
      try {
        return (await call(bwlist.removeBatch, { params, body: { ip_ids: [...ids] } })).deleted;
      } catch (error) {
        // None of them is there any more.
        if (error instanceof ApiError && error.status === 404) return 0;
        throw error;
      }
    },
  };
}

type Place = {
  ipset_id: number;
  /** Whose import it is; kept for them alone. */
  user_id: string;
  /** Called after each change of the list. */
  onStored: () => void;
};

/** Follows the run of an import: what it stores is kept, so that it can be undone on a later page. */
function follower(
  { ipset_id, user_id, onStored }: Place,
  now: () => Import,
  become: (change: Partial<Import>) => void,
) {
  return (state: ImportState) => {
    const { sent = 0, removed = 0 } = now().state ?? {};
    become({ state });
    if (state.sent === sent && state.removed === removed) return;
    keepImport(user_id, ipset_id, now().name, now().run?.ids() ?? []);
    onStored();
  };
}

/** Reads a text and asks which of its addresses the list has; writes nothing. */
export async function beginImport(place: Place, source: { name: string; text: string }): Promise<void> {
  const { ipset_id } = place;
  reading.get(ipset_id)?.abort();
  const controller = new AbortController();
  reading.set(ipset_id, controller);
  let now: Import = { name: source.name, lines: 0, report: null, state: null, run: null };
  const become = (change: Partial<Import>) => {
    if (controller.signal.aborted) return;
    now = { ...now, ...change };
    put(ipset_id, now);
  };
  become({});
  try {
    const report = await inSlices(readLines(source.text), (lines) => become({ lines }), controller.signal);
    become({ report });
    if (report.isTooLong || report.accepted.length === 0) return;
    const addresses = report.accepted.map(({ ip_addr }) => ip_addr);
    const run = importRun(
      addresses,
      callsOf(ipset_id),
      follower(place, () => now, become),
    );
    become({ run });
    await run.check();
  } catch (error) {
    // Another text took its place.
    if (!controller.signal.aborted) throw error;
  }
}

/** Removes what an import of an earlier page added. */
export async function undoKept(place: Place, kept: KeptImport): Promise<void> {
  const { ipset_id } = place;
  let now: Import = { name: kept.name, lines: 0, report: null, state: null, run: null };
  const become = (change: Partial<Import>) => {
    now = { ...now, ...change };
    put(ipset_id, now);
  };
  const run = importRun(
    [],
    callsOf(ipset_id),
    follower(place, () => now, become),
    idsOf(kept),
  );
  become({ run });
  await run.undo();
}

/** Forgets an import that is not under way; what it added stays. */
export function dropImport(ipset_id: number): void {
  reading.get(ipset_id)?.abort();
  reading.delete(ipset_id);
  imports.delete(ipset_id);
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The import into a list that was begun on this page of the browser. */
export function useImport(ipset_id: number): Import | undefined {
  return useSyncExternalStore(
    subscribe,
    () => imports.get(ipset_id),
    () => undefined,
  );
}
