import { z } from 'zod';
import { normaliseIp } from '@/lib/guard/domains/domain-name';
import { reasonOf } from '@/lib/guard/probes/connect';
import { timeLimit } from '@/lib/runtime/time-limit';
import { askAuthority } from './authority';
import { DnsError } from './fault';
import { ANSWER_TYPES, type Answer, type AnswerType, DNS_MS, type DnsProvider, TTL } from './provider';

export type PowerDnsSettings = { url: string; key: string; zone: string; server: string };

/** More than the records of one name ever take; a server that cannot filter answers whole zones. */
const MAX_BYTES = 8 * 1024 * 1024;

const Zone = z.object({
  rrsets: z.array(
    z.object({
      name: z.string(),
      type: z.string(),
      records: z.array(z.object({ content: z.string(), disabled: z.boolean().optional() })),
    }),
  ),
});

const isOurs = (type: string): type is AnswerType => (ANSWER_TYPES as readonly string[]).includes(type);

/** PowerDNS Authoritative through its HTTP API. */
export function powerDns({ url, key, zone, server }: PowerDnsSettings): DnsProvider {
  const base = `${url.replace(/\/+$/, '')}/api/v1/servers/localhost/zones/${encodeURIComponent(`${zone}.`)}`;

  async function send(path: string, signal: AbortSignal, body?: object): Promise<string> {
    const limit = timeLimit(DNS_MS, signal);
    try {
      const answer = await fetch(base + path, {
        method: body ? 'PATCH' : 'GET',
        // A connection that is kept may be closed by the server just as the next request goes out, a failed try.
        headers: { 'X-API-Key': key, 'Content-Type': 'application/json', Connection: 'close' },
        body: body && JSON.stringify(body),
        // The key goes to the address that was set, and nowhere else.
        redirect: 'error',
        signal: limit,
      });
      const text = await bounded(answer);
      if (answer.ok) return text;
      throw refusal(answer.status);
    } catch (error) {
      if (error instanceof DnsError) throw error;
      const cause = (error as Error).cause ?? error;
      throw new DnsError('powerdns_connection', { detail: limit.aborted ? 'timed out' : reasonOf(cause) });
    }
  }

  async function list(name: string, signal: AbortSignal): Promise<Answer[]> {
    const parsed = Zone.safeParse(asJson(await send(`?rrset_name=${encodeURIComponent(`${name}.`)}`, signal)));
    if (!parsed.success) throw new DnsError('powerdns_unreadable');
    const own = parsed.data.rrsets.filter((set) => set.name.toLowerCase() === `${name}.`);
    return own.flatMap(({ type, records }) =>
      isOurs(type)
        ? records
            .filter((record) => !record.disabled)
            .map(({ content }) => ({ type, value: plainValue(type, content) }))
        : [],
    );
  }

  return {
    list,
    async replace(name, answers, signal) {
      const sets = ANSWER_TYPES.map((type) => {
        const own = answers.filter((answer) => answer.type === type);
        const head = { name: `${name}.`, type };
        if (own.length === 0) return { ...head, changetype: 'DELETE' };
        const records = own.map(({ value }) => ({ content: type === 'CNAME' ? `${value}.` : value, disabled: false }));
        return { ...head, ttl: TTL, changetype: 'REPLACE', records };
      });
      // A name that is an alias has no other records, so what goes has to go first.
      const rrsets = sets.sort((a, b) => a.changetype.localeCompare(b.changetype));
      await send('', signal, { rrsets });
    },
    verify: (name, signal) => askAuthority(server, name, signal),
  };
}

function plainValue(type: AnswerType, content: string): string {
  return type === 'CNAME' ? content.replace(/\.$/, '').toLowerCase() : (normaliseIp(content) ?? content);
}

/** Nothing of what a server says beside its status is repeated: it may hold what it was sent. */
function refusal(status: number): DnsError {
  if (status === 401 || status === 403) return new DnsError('powerdns_key', { isFinal: true });
  if (status === 404) return new DnsError('powerdns_zone', { isFinal: true });
  const detail = String(status);
  if (status === 422 || status === 400) return new DnsError('powerdns_records', { detail, isFinal: true });
  return new DnsError('powerdns_status', { detail });
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function bounded(answer: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of answer.body ?? []) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) throw new DnsError('powerdns_too_much');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
