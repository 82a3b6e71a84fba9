import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Artefact, Desired, ReportInput } from '@/lib/guard/agents/contract';
import { keyOf, type Wanted } from './objects';

type Said = ReportInput['objects'][number];
type Line = Wanted & { revision: number };

/** How often the management plane looks for what changed. */
const LOOK_MS = 250;

/** A management plane of this process as a node sees it, whose objects a test or a measurement writes. */
export class TestPlane {
  revision = 0;
  readonly reports: ReportInput[] = [];
  readonly #contents = new Map<string, Artefact>();
  readonly #lines = new Map<string, Line>();
  readonly #pairs = new Map<string, { cert: string; key: string }>();

  /** Has the next revision hold this of some objects, each a kind, an id and a content. */
  save(...objects: readonly (readonly [kind: string, object_id: string, value: object])[]): void {
    this.revision++;
    for (const [kind, object_id, value] of objects) {
      const content = JSON.stringify(value);
      const hash = createHash('sha256').update(content).digest('hex');
      const number = (this.#lines.get(keyOf({ kind, object_id }))?.number ?? 0) + 1;
      this.#contents.set(hash, { kind, object_id, number, hash, content });
      this.#lines.set(keyOf({ kind, object_id }), { kind, object_id, number, hash, revision: this.revision });
    }
  }

  /** The same of a certificate, whose chain and key are fetched by its id. */
  saveCertificate(id: string, pair: { cert: string; key: string }): void {
    this.#pairs.set(id, pair);
    this.save(['cert', id, { id: Number(id), fingerprint: createHash('sha256').update(pair.cert).digest('hex') }]);
  }

  /** What the node said last of an object. */
  said(kind: string, object_id: string): Said | undefined {
    return this.reports.flatMap(({ objects }) => objects).findLast((one) => keyOf(one) === keyOf({ kind, object_id }));
  }

  async desired(since: number, wait = 0, stop?: AbortSignal): Promise<Desired> {
    for (const end = Date.now() + wait * 1_000; this.revision === since && Date.now() < end; )
      await pause(LOOK_MS, undefined, { signal: stop });
    const news = [...this.#lines.values()].filter((line) => line.revision > since);
    const artefacts = news.map(({ kind, object_id, number, hash }) => ({ kind, object_id, number, hash }));
    return { node_id: 'test-1', since, revision: this.revision, latest: this.revision, artefacts, absent: [] };
  }

  async artefacts(hashes: readonly string[]): Promise<Artefact[]> {
    return hashes.flatMap((hash) => this.#contents.get(hash) ?? []);
  }

  async certificate(id: string) {
    const pair = this.#pairs.get(id);
    return pair ? { id: Number(id), ...pair, fingerprint: '' } : Promise.reject(new Error(`no certificate ${id}`));
  }

  async ranges(): Promise<string> {
    return '';
  }

  async report(body: ReportInput): Promise<void> {
    this.reports.push(body);
  }

  /** Answers the same over HTTP, for a node in another process. Answers the server, and where it is. */
  async served(): Promise<{ server: Server; url: string }> {
    const server = createServer(async (request, response) => {
      const [, what = '', rest = ''] = /^\/api\/guard\/nodes\/[^/]+\/([^/?]+)[/?]?(.*)$/.exec(request.url ?? '') ?? [];
      const body = request.method === 'POST' ? await textOf(request) : '';
      const data = await this.#answer(what, rest, body);
      response.setHeader('Content-Type', 'application/json').end(JSON.stringify({ data }));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
  }

  async #answer(what: string, rest: string, body: string): Promise<unknown> {
    const asked = new URLSearchParams(rest);
    if (what === 'desired') return this.desired(Number(asked.get('since')), Number(asked.get('wait')));
    if (what !== 'artefacts') return this.report(JSON.parse(body));
    return { list: await this.artefacts(asked.get('hashes')?.split(',') ?? []) };
  }
}

async function textOf(request: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}
