import { Resolver } from 'node:dns/promises';
import { normaliseIp } from '@/lib/guard/domains/domain-name';
import { timeLimit } from '@/lib/runtime/time-limit';
import { DnsError, type DnsFault } from './fault';
import { type Answer, DNS_MS } from './provider';

/** What a server says of a name that has no such record. */
const NONE = new Set(['ENODATA', 'ENOTFOUND']);
const FAULTS: Readonly<Record<string, DnsFault>> = {
  ECONNREFUSED: 'query_silent',
  ETIMEOUT: 'query_late',
  ECANCELLED: 'query_late',
  EREFUSED: 'query_refused',
  ESERVFAIL: 'query_servfail',
  EBADRESP: 'query_unreadable',
};

/** Asks an authoritative server itself for a name; nothing in between may remember an older answer. */
export async function askAuthority(server: string, name: string, signal: AbortSignal): Promise<Answer[]> {
  const resolver = new Resolver({ timeout: 1_500, tries: 2 });
  resolver.setServers([server]);
  const cancel = () => resolver.cancel();
  const limit = timeLimit(DNS_MS, signal);
  limit.addEventListener('abort', cancel, { once: true });
  try {
    const names = await found(resolver.resolveCname(name));
    if (names.length > 0) return names.map((value) => ({ type: 'CNAME', value: plain(value) }));
    const four = await found(resolver.resolve4(name));
    const six = await found(resolver.resolve6(name));
    return [
      ...four.map((value): Answer => ({ type: 'A', value })),
      ...six.map((value): Answer => ({ type: 'AAAA', value: normaliseIp(value) ?? value })),
    ];
  } finally {
    limit.removeEventListener('abort', cancel);
  }
}

const plain = (name: string) => name.replace(/\.$/, '').toLowerCase();

async function found(asked: Promise<string[]>): Promise<string[]> {
  try {
    return await asked;
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (NONE.has(code)) return [];
    throw new DnsError(FAULTS[code] ?? 'query_code', { detail: code });
  }
}
