import { randomInt } from 'node:crypto';
import { connect } from 'node:net';
import { reasonOf } from '@/lib/guard/probes/connect';
import { timeLimit } from '@/lib/runtime/time-limit';
import { askAuthority } from './authority';
import { DnsError, type DnsFault } from './fault';
import { readAnswer, signed, type TsigKey, updateOf } from './message';
import { DNS_MS, type DnsProvider, TTL } from './provider';

export type Rfc2136Settings = { host: string; port: number; server: string; zone: string; key: TsigKey };

const CODES: Readonly<Record<number, DnsFault>> = {
  1: 'update_formerr',
  5: 'update_refused',
  9: 'update_notauth',
  10: 'update_notzone',
};
const SERVFAIL = 2;

/** Any server that takes dynamic updates (RFC 2136) signed with TSIG, such as BIND and Knot. */
export function rfc2136({ host, port, server, zone, key }: Rfc2136Settings): DnsProvider {
  const ask: DnsProvider['verify'] = (name, signal) => askAuthority(server, name, signal);
  return {
    // What such a server has in its zone is what it answers.
    list: ask,
    verify: ask,
    async replace(name, answers, signal) {
      const id = randomInt(65_536);
      const { bytes, mac } = signed(updateOf(id, zone, name, answers, TTL), key, Math.floor(Date.now() / 1000));
      const limit = timeLimit(DNS_MS, signal);
      const answer = read(await exchange({ host, port }, bytes, limit), key, mac);
      if (answer.code !== 0) {
        const fault = CODES[answer.code] ?? 'update_code';
        throw new DnsError(fault, { detail: String(answer.code), isFinal: answer.code !== SERVFAIL });
      }
      if (answer.id !== id || !answer.isSigned) throw new DnsError('update_unsigned');
    },
  };
}

function read(bytes: Buffer, key: TsigKey, mac: Buffer) {
  try {
    return readAnswer(bytes, key, mac);
  } catch {
    throw new DnsError('update_unreadable');
  }
}

/** One message and its answer over TCP. */
function exchange(
  { host, port }: { host: string; port: number },
  message: Buffer,
  signal: AbortSignal,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, signal });
    const fail = (detail: string) => {
      socket.destroy();
      reject(new DnsError('update_connection', { detail }));
    };
    let received = Buffer.alloc(0);
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      if (received.length < 2 || received.length < 2 + received.readUInt16BE(0)) return;
      resolve(received.subarray(2, 2 + received.readUInt16BE(0)));
      socket.destroy();
    });
    socket.on('error', (error) => fail(signal.aborted ? 'timed out' : reasonOf(error)));
    socket.on('close', () => fail('connection closed'));
    const length = Buffer.alloc(2);
    length.writeUInt16BE(message.length);
    socket.write(Buffer.concat([length, message]));
  });
}
