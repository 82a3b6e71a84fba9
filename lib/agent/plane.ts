import type { z } from 'zod';
import type { Artefact, Desired, NodeCertificate, ReportInput } from '@/lib/guard/agents/contract';
import type { IssuedNodeKey } from '@/lib/guard/node-enrolments/contract';

/** How long an answer may take beyond what was asked to be waited for. */
const ANSWER_MS = 30_000;
/** The largest artefact is some hundreds of kilobytes; what is larger is none. */
const MAX_BYTES = 32 * 1024 * 1024;

/** The management plane as a node sees it, through the key of that node. */
export class Plane {
  constructor(
    private readonly options: Readonly<{ url: string; node_id: string; key: string | (() => string); host?: string }>,
    private readonly signal: AbortSignal,
  ) {}

  desired(since: number, wait: number): Promise<Desired> {
    return this.#send<Desired>(`desired?since=${since}&wait=${wait}`, wait * 1_000);
  }

  artefact(hash: string): Promise<Artefact> {
    return this.#send<Artefact>(`artefacts/${hash}`);
  }

  certificate(id: string): Promise<z.output<typeof NodeCertificate>> {
    return this.#send(`certificates/${id}`);
  }

  report(body: ReportInput): Promise<unknown> {
    return this.#send('reports', 0, body);
  }

  /** The key that follows the one of this call. */
  nextKey(): Promise<IssuedNodeKey> {
    return this.#send('key', 0, {});
  }

  #send<T>(path: string, extraMs = 0, body?: object): Promise<T> {
    const { url, node_id, key } = this.options;
    const signal = AbortSignal.any([this.signal, AbortSignal.timeout(ANSWER_MS + extraMs)]);
    const authorization = `ApiKey ${typeof key === 'string' ? key : key()}`;
    return send(`${url}/api/guard/nodes/${node_id}/${path}`, { body, signal, authorization });
  }
}

/** Trades a token for the key of its node. */
export function enrol(url: string, token: string): Promise<IssuedNodeKey> {
  const signal = AbortSignal.timeout(ANSWER_MS);
  return send(`${url}/api/guard/nodes/enrol`, { body: { token }, signal });
}

type Sent = { body?: object; signal: AbortSignal; authorization?: string };

async function send<T>(url: string, { body, signal, authorization }: Sent): Promise<T> {
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
  const text = await bounded(answer);
  if (!answer.ok) throw new Error(`${new URL(url).pathname}: ${answer.status} ${text.slice(0, 200)}`);
  return JSON.parse(text).data as T;
}

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
