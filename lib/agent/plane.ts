import { setTimeout as pause } from 'node:timers/promises';
import type { z } from 'zod';
import type { ingestAnswer, nodeBatch } from '@/lib/analytics/ingest/contract';
import type {
  Artefact,
  Desired,
  HealthInput,
  NodeCertificate,
  NodeRelease,
  ReportInput,
} from '@/lib/guard/agents/contract';
import type { EnrolledNode, IssuedNodeKey } from '@/lib/guard/node-enrolments/contract';
import { timeLimit } from '@/lib/runtime/time-limit';

/** How long an answer may take beyond what was asked to be waited for. */
const ANSWER_MS = 30_000;
/** How long the download of a program may take. */
const PROGRAM_MS = 600_000;
/** The largest artefact is some hundreds of kilobytes; what is larger is none. */
const MAX_BYTES = 32 * 1024 * 1024;
/** How often one content is asked for, and the longest time asked for by a refusal that is waited for in between. */
const TRIES = 10;
const PATIENCE_S = 5;

/** The management plane refused: `retryAfterS` where it said when to try again, `field` where it said what is wrong. */
export class Refusal extends Error {
  readonly retryAfterS: number | undefined;
  readonly field: string | undefined;

  constructor(
    message: string,
    readonly status: number,
    { retryAfterS, field }: { retryAfterS?: number; field?: string } = {},
  ) {
    super(message);
    this.retryAfterS = retryAfterS;
    this.field = field;
  }
}

/** The management plane as a node sees it, through the key of that node. */
export class Plane {
  constructor(
    private readonly options: Readonly<{ url: string; node_id: string; key: string | (() => string); host?: string }>,
    private readonly signal: AbortSignal,
  ) {}

  /** What is wanted that came after a revision. Waits for it as long as `wait` says, and rejects where `stop` fires meanwhile. */
  desired(since: number, wait: number, stop?: AbortSignal): Promise<Desired> {
    return this.#send<Desired>(`desired?since=${since}&wait=${wait}`, wait * 1_000, undefined, stop);
  }

  artefact(hash: string): Promise<Artefact> {
    return this.#patiently(() => this.#send<Artefact>(`artefacts/${hash}`));
  }

  /** As many of these artefacts as go into one answer. A management plane of before knows only how to answer one. */
  async artefacts(hashes: readonly string[]): Promise<Artefact[]> {
    const asked = `artefacts?hashes=${hashes.join(',')}`;
    try {
      return (await this.#patiently(() => this.#send<{ list: Artefact[] }>(asked))).list;
    } catch (error) {
      const [one] = hashes;
      if (one === undefined || !(error instanceof Refusal && error.status === 404)) throw error;
      return [await this.artefact(one)];
    }
  }

  certificate(id: string): Promise<z.output<typeof NodeCertificate>> {
    return this.#patiently(() => this.#send(`certificates/${id}`));
  }

  /** The networks of `country-CN`, `asn-13335` and the like, one a line. */
  ranges(name: string): Promise<string> {
    return this.#ask(`ranges/${name}`, 0, undefined, bounded);
  }

  report(body: ReportInput): Promise<unknown> {
    return this.#send('reports', 0, body);
  }

  /** Says how the node is. */
  health(body: HealthInput): Promise<unknown> {
    return this.#send('health', 0, body);
  }

  /** Stores lines of the node's log; whole batches, each once by its `batch_id`. */
  events(body: z.input<typeof nodeBatch>): Promise<z.output<typeof ingestAnswer>> {
    return this.#send('events', 0, body);
  }

  /** The key that follows the one of this call. */
  nextKey(): Promise<IssuedNodeKey> {
    return this.#send('key', 0, {});
  }

  /** The signed agent of a system; null where there is none. */
  release(system: string): Promise<NodeRelease | null> {
    return this.#send(`release?system=${system}`);
  }

  /** The bytes of a released program. */
  async program(name: string, signal: AbortSignal): Promise<AsyncIterable<Uint8Array>> {
    const url = `${this.options.url}/api/cli/download/${name}`;
    const answer = await fetch(url, { redirect: 'error', signal: timeLimit(PROGRAM_MS, signal) });
    if (!answer.ok || !answer.body) throw refusalOf(url, answer, await bounded(answer));
    return answer.body;
  }

  /** Asks again as a refusal says: a node of many sites fetches more than its key may ask for in a second. */
  async #patiently<T>(ask: () => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries++) {
      try {
        return await ask();
      } catch (error) {
        const seconds = error instanceof Refusal && error.status === 429 ? error.retryAfterS : undefined;
        if (seconds === undefined || seconds > PATIENCE_S || tries === TRIES) throw error;
        await pause(seconds * 1_000, undefined, { signal: this.signal });
      }
    }
  }

  #send<T>(path: string, extraMs = 0, body?: object, stop?: AbortSignal): Promise<T> {
    return this.#ask(path, extraMs, body, dataOf<T>, stop);
  }

  #ask<T>(
    path: string,
    extraMs: number,
    body: object | undefined,
    read: (answer: Response) => Promise<T>,
    stop = this.signal,
  ): Promise<T> {
    const { url, node_id, key } = this.options;
    const signal = timeLimit(ANSWER_MS + extraMs, this.signal, stop);
    const authorization = `ApiKey ${typeof key === 'string' ? key : key()}`;
    return send(`${url}/api/guard/nodes/${node_id}/${path}`, { body, signal, authorization }, read);
  }
}

/** Trades a token for the key of its node. */
export function enrol(url: string, token: string): Promise<EnrolledNode> {
  const signal = timeLimit(ANSWER_MS);
  return send(`${url}/api/guard/nodes/enrol`, { body: { token }, signal }, dataOf<EnrolledNode>);
}

type Sent = { body?: object; signal: AbortSignal; authorization?: string };

async function send<T>(
  url: string,
  { body, signal, authorization }: Sent,
  read: (answer: Response) => Promise<T>,
): Promise<T> {
  const answer = await fetch(url, {
    method: body ? 'POST' : 'GET',
    headers: {
      ...(authorization === undefined ? {} : { Authorization: authorization }),
      ...(body ? { 'Content-Type': 'application/json' } : {}),
    },
    body: body && JSON.stringify(body),
    redirect: 'error',
    signal,
  });
  if (!answer.ok) throw refusalOf(url, answer, await bounded(answer));
  return read(answer);
}

const dataOf = async <T>(answer: Response): Promise<T> => JSON.parse(await bounded(answer)).data;

async function bounded(answer: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of answer.body ?? []) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) throw new Error('the management plane answers too much');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function refusalOf(url: string, { status, headers }: Response, text: string): Refusal {
  const after = Number(headers.get('retry-after') ?? Number.NaN);
  const message = `${new URL(url).pathname}: ${status} ${text.slice(0, 200)}`;
  return new Refusal(message, status, {
    retryAfterS: Number.isFinite(after) ? after : undefined,
    field: fieldIn(text),
  });
}

function fieldIn(text: string): string | undefined {
  try {
    const field = JSON.parse(text)?.data?.field;
    return typeof field === 'string' ? field : undefined;
  } catch {
    return undefined;
  }
}
