import { randomUUID } from 'node:crypto';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { json } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import type { EventLine } from '../events/event';
import type { RejectCounts, RejectedLine } from '../events/rejected';
import type { LinesHeader } from './contract';
import { LINES_MEDIA } from './vocabulary';

/** Where a running Parapet listens and how this command proves itself. */
export type Target = { url: string; authorization: string };

export type Sent = { stored: number; known: number; upgraded: number; reasons: RejectCounts; kept: number };

/** Parapet said no for good; retrying would not help. */
export class SendRefused extends Error {}

const MAX_TRIES = 40;
const LONGEST_WAIT_MS = 5000;
/** An answer waits for a turn and a commit; one that takes longer is asked for again. */
const ANSWER_MS = 300_000;

/** JSON.stringify leaves these as they are, and a strict JSON reader refuses them. */
const RAW_CONTROL = /[\u007f-\u009f]/g;
const hasRawControl = /[\u007f-\u009f]/;

function jsonLine(value: object): string {
  const json = JSON.stringify(value);
  if (!hasRawControl.test(json)) return json;
  return json.replace(RAW_CONTROL, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Leaves out what the server assumes anyway: empty text, an unshifted source time. */
function compact(event: EventLine): object {
  const out: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(event)) {
    if (value !== '' && value !== undefined && !(name === 'source_time' && value === event.time)) out[name] = value;
  }
  return out;
}

/** A batch on its way, in pieces that are sent one after another. */
export type Body = { media: string; parts: readonly Uint8Array[] };

/** The body of a batch of items. */
export function itemsBody(items: readonly string[]): Body {
  const content = JSON.stringify({ batch_id: randomUUID(), lines: items.join('\n') });
  return { media: 'application/json', parts: [Buffer.from(content)] };
}

/** The body of a batch of log lines as they are. */
export function linesBody(header: Omit<LinesHeader, 'batch_id'>, lines: Uint8Array): Body {
  const first = Buffer.from(`${JSON.stringify({ batch_id: randomUUID(), ...header })}\n`);
  return { media: LINES_MEDIA, parts: [first, lines] };
}

/** An event as an item of a batch. */
export const eventItem = (event: EventLine) => jsonLine(compact(event));

/** A line that is no event as an item of a batch. */
export const rejectedItem = (line: RejectedLine) => jsonLine({ rejected: line });

/** Sends one batch until it is stored: the same batch id each time, so a lost answer cannot store it twice. */
export async function sendBatch(target: Target, body: Body): Promise<Sent> {
  let problem = '';
  for (let attempt = 0; attempt < MAX_TRIES; attempt++) {
    const answer = await post(target, body).catch((error: Error) => ({ failed: error.message }));
    if (!('failed' in answer)) {
      if (answer.status === 200) return answer.data;
      problem = `${answer.status} ${answer.message}`;
      if (answer.status < 500 && answer.status !== 429) throw new SendRefused(problem);
    } else problem = answer.failed;
    const asked = 'failed' in answer ? 0 : answer.retry_after_ms;
    await setTimeout(Math.min(Math.max(asked, 100 * 2 ** attempt), LONGEST_WAIT_MS));
  }
  throw new SendRefused(`gave up after ${MAX_TRIES} tries: ${problem}`);
}

type Answer = { status: number; message: string; data: Sent; retry_after_ms: number };

/** Sends with node:http, whose bodies are neither copied nor made streams of. */
async function post({ url, authorization }: Target, { media, parts }: Body): Promise<Answer> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const start = url.startsWith('https:') ? httpsRequest : httpRequest;
    const request = start(`${url}/api/analytics/events`, {
      method: 'POST',
      headers: {
        'Content-Type': media,
        'Content-Length': parts.reduce((sum, part) => sum + part.length, 0),
        Authorization: authorization,
      },
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    request.once('response', resolve).once('error', reject);
    for (const part of parts) request.write(part);
    request.end();
  });
  const envelope = (await json(response)) as { message?: string; data: Sent };
  return {
    status: response.statusCode ?? 0,
    message: envelope.message ?? '',
    data: envelope.data,
    retry_after_ms: Number(response.headers['retry-after'] ?? 0) * 1000,
  };
}
