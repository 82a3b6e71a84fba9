import fc from 'fast-check';
import type { Answer, Parapet } from '../parapet';
import { Ids } from '../visit/ids';
import { visit } from '../visit/visit';
import { Visitor } from '../visit/visitor';
import { Contract, type Operation } from './operations';
import { type Made, requestsTo } from './requests';

/** An answer that the document does not describe, or a 5xx. */
export type Finding = { operation: string; caller: string; fault: string; request: string; answer: string };

/** The credentials of a caller, and how to get new ones where theirs were ended on the way. */
export type Caller = { name: string; authorization: () => Promise<string>; ended: () => void };

type Options = { callers: readonly Caller[]; host: string; seed: number; each: number };

/** Calls every operation of the served document as each caller, `each` times, and answers what is wrong and how often which status came. */
export async function fuzz(parapet: Parapet, { callers, host, seed, each }: Options) {
  const { body: document } = await parapet.call('GET', '/openapi.json');
  const contract = new Contract(document);
  const seen = new Ids();
  const findings: Finding[] = [];
  const statuses = new Map<string, Set<number>>();
  const came = ({ id }: Operation, status: number) => statuses.set(id, (statuses.get(id) ?? new Set()).add(status));
  // First everything as it is meant, which makes the objects that requests can name.
  const visitor = new Visitor(parapet, contract, ({ operation, answer }) => {
    came(operation, answer.status);
    seen.note(operation, answer.body);
  });
  await visit(visitor, parapet, (path) => seen.ids(path));
  const run = async (operation: Operation, caller: Caller, made: Made) => {
    const answer = await send(parapet, { operation, caller, made, host });
    const type = answer.headers.get('content-type') ?? '';
    // 503 says that the machine is busy, which is no fault where it says so as documented.
    const isBroken = answer.status >= 500 && answer.status !== 503;
    const fault = isBroken ? `${answer.status}` : contract.faultOf(operation, answer.status, type, answer.body);
    came(operation, answer.status);
    if (answer.status === 401) caller.ended();
    if (answer.status < 300) seen.note(operation, answer.body);
    if (fault) findings.push(findingOf(operation, caller, made, answer, fault));
  };
  for (const operation of inOrder(contract.operations)) {
    const numRuns = callers.length * each;
    const requests = fc.sample(requestsTo(contract, operation, seen), { seed, numRuns });
    for (const [at, made] of requests.entries()) await run(operation, callers[at % callers.length] as Caller, made);
  }
  return { findings, statuses };
}

/** What creates first and what deletes last, so that there is something to read and to change. */
const ORDER = ['POST', 'GET', 'PUT', 'PATCH', 'DELETE'];
const inOrder = (all: readonly Operation[]) =>
  [...all].sort((a, b) => ORDER.indexOf(a.method) - ORDER.indexOf(b.method) || a.path.length - b.path.length);

type Sent = { operation: Operation; caller: Caller; made: Made; host: string };

async function send(parapet: Parapet, { operation, caller, made, host }: Sent): Promise<Answer> {
  const authorization = await caller.authorization();
  const headers = { ...made.headers, ...(authorization ? { Authorization: authorization } : {}) };
  return parapet.call(operation.method, made.path, {
    host,
    headers,
    ...(made.raw === undefined ? {} : { raw: made.raw }),
  });
}

const short = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, 600);

function findingOf({ id, method }: Operation, { name }: Caller, made: Made, answer: Answer, fault: string): Finding {
  const request = `${method} ${made.path} ${JSON.stringify(made.headers)} ${made.raw ?? ''}`;
  return { operation: id, caller: name, fault, request: short(request), answer: short(answer.body) };
}
