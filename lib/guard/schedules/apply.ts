import { setTimeout as pause } from 'node:timers/promises';
import { forUpdate } from '@/lib/db/dialect';
import type { Db, Tx } from '@/lib/db/store';
import { DnsError } from '@/lib/guard/dns/fault';
import { type Answer, type DnsProvider, isSame, textsOf } from '@/lib/guard/dns/provider';
import type { Message, Work } from '@/lib/jobs/job';
import { enqueue } from '@/lib/jobs/queue';
import { messageOf } from './message';
import { answersOf, modeOf } from './records';
import { ofDomain } from './repository';
import type { AffairDomainRow } from './tables';
import {
  type AffairResult,
  APPLY,
  FAILED_CODE,
  type Mode,
  STARTED_CODE,
  SUCCEEDED_CODE,
  textOfResult,
} from './vocabulary';

/** Work that nobody waits for, and that is tried until it is done. */
const NO_AFFAIR = '';

type Payload = { affairs_id: string; name: string };
type Wanted = { domain_id: string; name: string; answers: Answer[]; mode: Mode };

/** How often the name server is asked before it counts as not answering what was written, and the pause between. */
const QUESTIONS = 4;
const PAUSE_MS = 500;

/**
 * Brings the records of a domain, as they are by now, into DNS, and ends all affairs that asked for it: what several
 * changes left behind is written once. Doing it again writes nothing, since the server is asked first.
 */
export async function applyAffairs(work: Work, messages: readonly Message[]): Promise<void> {
  const [first] = messages;
  if (!first) return;
  const { store, dns } = work.runtime;
  const { name } = first.payload as Payload;
  const wanted = await wantedOf(store.read, domainOf(first), name);
  try {
    if (dns.provider) await bring(dns.provider, wanted, work.signal);
  } catch (error) {
    await orderAgainIfLost(work, messages);
    work.signal.throwIfAborted();
    const isOver = await store.transaction((tx) => noteFailure(tx, work, messages, error as Error));
    if (!isOver) throw error;
    return;
  }
  try {
    await store.transaction((tx) => succeed(tx, work, messages, wanted));
  } catch (error) {
    await orderAgainIfLost(work, messages);
    throw error;
  }
}

/** Messages are of `<account>:<domain>`, so that accounts take turns. */
const domainOf = ({ object_id }: Message) => object_id.slice(object_id.indexOf(':') + 1);

/**
 * A process that stopped for longer than its lease may have written what another one had replaced meanwhile, and no name
 * server refuses the older of two writes. Whoever finds the lease lost orders the work once more.
 */
async function orderAgainIfLost({ runtime, isMine }: Work, messages: readonly Message[]): Promise<void> {
  const [first] = messages;
  if (!first || (await isMine(first))) return;
  const { name } = first.payload as Payload;
  const payload: Payload = { affairs_id: NO_AFFAIR, name };
  await runtime.store.transaction((tx) => enqueue(tx, APPLY, [{ object_id: first.object_id, payload }]));
  runtime.jobs.wake(APPLY);
}

async function wantedOf(db: Db, domain_id: string, name: string): Promise<Wanted> {
  // Of a domain that is deleted there are none, and nothing is to be answered for its name.
  const records = await ofDomain(db, domain_id);
  return { domain_id, name, answers: answersOf(records), mode: modeOf(records) };
}

/** The name server itself goes on answering other records than those that were written. */
class OtherAnswers extends Error {
  constructor(readonly answers: readonly string[]) {
    super('the name server answers others');
  }
}

function resultOf(name: string, error: Error): AffairResult {
  if (error instanceof OtherAnswers) return { name, code: 'differs', answers: error.answers, said: '' };
  if (!(error instanceof DnsError)) return { name, code: 'internal', answers: [], said: '' };
  const { message: said, fault, detail } = error;
  return { name, code: 'refused', answers: [], said, fault, detail };
}

/** Writes what is wanted where it is not there, and waits until the server itself answers it. Throws DnsError and OtherAnswers. */
async function bring(provider: DnsProvider, { name, answers }: Wanted, signal: AbortSignal): Promise<void> {
  if (!isSame(await provider.list(name, signal), answers)) await provider.replace(name, answers, signal);
  for (let asked = 1; ; asked++) {
    const found = await provider.verify(name, signal);
    if (isSame(found, answers)) return;
    if (asked === QUESTIONS) {
      throw new OtherAnswers(textsOf(found).slice(0, 8));
    }
    await pause(PAUSE_MS, undefined, { signal });
  }
}

const idsOf = (messages: readonly Message[]) => messages.map(({ payload }) => (payload as Payload).affairs_id);

async function succeed(tx: Tx, work: Work, messages: readonly Message[], wanted: Wanted): Promise<void> {
  await work.done(tx, messages);
  const { domain_id, name, answers, mode } = wanted;
  const isConnected = work.runtime.dns.provider !== undefined;
  const code = isConnected ? 'written' : 'kept';
  const result: AffairResult = { name, code, answers: textsOf(answers), said: '' };
  for (const affairs_id of idsOf(messages)) {
    await endPart(tx, affairs_id, domain_id, () => ({ result, change: { status_code: SUCCEEDED_CODE } }));
  }
  await tx.updateTable('schedules').set({ parsing_state: mode }).where('domain_id', '=', domain_id).execute();
  if (!isConnected) return;
  const associated_id = `${name}.`;
  const records = tx.updateTable('dns_records').set({ associated_id }).where('domain_id', '=', domain_id);
  await records.where('associated_id', '!=', associated_id).execute();
}

/** Notes a failure at each affair; answers whether all of them are given up, which ends the work. */
async function noteFailure(tx: Tx, work: Work, messages: readonly Message[], error: Error): Promise<boolean> {
  const isFinal = error instanceof DnsError && error.isFinal;
  const [first] = messages;
  let isOver = true;
  for (const affairs_id of idsOf(messages)) {
    if (affairs_id === NO_AFFAIR) {
      isOver &&= isFinal;
      continue;
    }
    const after = await endPart(tx, affairs_id, first ? domainOf(first) : '', ({ retries, name }) => {
      const isLast = isFinal || retries + 1 >= work.runtime.dns.tries;
      return {
        result: resultOf(name, error),
        change: isLast ? { status_code: FAILED_CODE } : { retries: retries + 1 },
      };
    });
    if (after === STARTED_CODE) isOver = false;
  }
  if (isOver) await work.done(tx, messages);
  return isOver;
}

/** Changes how far an affair is with a domain, unless that ended already, and the affair with it. Answers its state with the domain. */
async function endPart(
  tx: Tx,
  affairs_id: string,
  domain_id: string,
  changeOf: (part: AffairDomainRow) => { result: AffairResult; change: Partial<AffairDomainRow> },
): Promise<number> {
  // Two processes may be at two domains of one affair.
  const locked = tx.selectFrom('schedule_affairs').select('json_content').where('affairs_id', '=', affairs_id);
  const affair = await locked.modifyEnd(forUpdate(tx)).executeTakeFirst();
  const parts = await tx
    .selectFrom('schedule_affair_domains')
    .selectAll()
    .where('affairs_id', '=', affairs_id)
    .orderBy('domain_id')
    .execute();
  const part = parts.find((one) => one.domain_id === domain_id);
  if (!affair || !part || part.status_code !== STARTED_CODE) return part?.status_code ?? SUCCEEDED_CODE;
  const { result, change: state } = changeOf(part);
  const change = { ...state, message: textOfResult(result) };
  const own = tx.updateTable('schedule_affair_domains').set(change).where('affairs_id', '=', affairs_id);
  await own.where('domain_id', '=', domain_id).execute();
  const after = parts.map((one) => (one === part ? { ...one, ...change } : one));
  await tx
    .updateTable('schedule_affairs')
    .set(summed(after, withResult(JSON.parse(affair.json_content), domain_id, result)))
    .where('affairs_id', '=', affairs_id)
    .execute();
  return change.status_code ?? part.status_code;
}

type Json = { results?: Record<string, AffairResult> };

/** What an affair says of itself, with how it went with one of its domains last. */
const withResult = (json: Json, domain_id: string, result: AffairResult): Json => ({
  ...json,
  results: { ...json.results, [domain_id]: result },
});

/** An affair as its parts say: it ends with the last of them, and failed where one did. */
function summed(parts: readonly AffairDomainRow[], json: Json) {
  const states = new Set(parts.map((part) => part.status_code));
  const ended = states.has(FAILED_CODE) ? FAILED_CODE : SUCCEEDED_CODE;
  const retries = Math.max(...parts.map((part) => part.retries));
  return {
    status_code: states.has(STARTED_CODE) ? STARTED_CODE : ended,
    message: parts.map(({ message }) => messageOf(message)).join(''),
    json_content: JSON.stringify({ ...json, retries }),
    utime: Date.now(),
  };
}
