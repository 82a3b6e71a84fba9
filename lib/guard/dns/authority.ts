import { Resolver } from 'node:dns/promises';
import { normaliseIp } from '@/lib/guard/domains/domain-name';
import { timeLimit } from '@/lib/runtime/time-limit';
import { type Answer, DNS_MS, DnsError } from './provider';

/** What a server says of a name that has no such record. */
const NONE = new Set(['ENODATA', 'ENOTFOUND']);
const WORDS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'does not answer',
  ETIMEOUT: 'does not answer in time',
  ECANCELLED: 'does not answer in time',
  EREFUSED: 'refuses to answer',
  ESERVFAIL: 'cannot answer',
  EBADRESP: 'answers what cannot be read',
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
    throw new DnsError(`the name server ${WORDS[code] ?? `failed (${code})`}`);
  }
}
