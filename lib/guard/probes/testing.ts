import { createSocket } from 'node:dgram';
import type { AddressInfo } from 'node:net';
import { createServer, type Server, type Socket } from 'node:net';

const TYPE_A = 1;
const TYPE_CNAME = 5;
const TYPE_AAAA = 28;

/** What the name server says to the n-th question for a name, counted from 0. */
export type Zone = Record<string, { a?: (asked: number) => string[]; aaaa?: string[]; cname?: string }>;

/** A name server on loopback that answers from a zone, without letting anything be cached. */
export async function startNameServer(zone: Zone): Promise<{ address: string; close(): void }> {
  const asked = new Map<string, number>();
  const socket = createSocket('udp4');
  socket.on('message', (question, from) => {
    const { name, type, end } = readQuestion(question);
    const entry = zone[name] ?? {};
    const key = `${name} ${type}`;
    const n = asked.get(key) ?? 0;
    asked.set(key, n + 1);
    const records = recordsOf(entry, type, n);
    const head = Buffer.from(question.subarray(0, 12));
    head.writeUInt16BE(0x8180, 2);
    head.writeUInt16BE(records.length, 6);
    head.writeUInt32BE(0, 8);
    const answers = records.map(({ type: kind, data }) => {
      const fixed = Buffer.alloc(12);
      fixed.writeUInt16BE(0xc00c, 0);
      fixed.writeUInt16BE(kind, 2);
      fixed.writeUInt16BE(1, 4);
      fixed.writeUInt32BE(0, 6);
      fixed.writeUInt16BE(data.length, 10);
      return Buffer.concat([fixed, data]);
    });
    socket.send(Buffer.concat([head, question.subarray(12, end), ...answers]), from.port, from.address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  return { address: `127.0.0.1:${socket.address().port}`, close: () => socket.close() };
}

function readQuestion(message: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += length + 1;
  }
  return { name: labels.join('.').toLowerCase(), type: message.readUInt16BE(at + 1), end: at + 5 };
}

function recordsOf(entry: Zone[string], type: number, asked: number): { type: number; data: Buffer }[] {
  if (type === TYPE_A)
    return (entry.a?.(asked) ?? []).map((ip) => ({ type, data: Buffer.from(ip.split('.').map(Number)) }));
  if (type === TYPE_AAAA) return (entry.aaaa ?? []).map((ip) => ({ type, data: ipv6(ip) }));
  if (type === TYPE_CNAME && entry.cname !== undefined) return [{ type, data: wireName(entry.cname) }];
  return [];
}

function ipv6(text: string): Buffer {
  const [head = '', tail = ''] = text.split('::');
  const words = (part: string) => (part === '' ? [] : part.split(':').map((word) => Number.parseInt(word, 16)));
  const [first, last] = [words(head), words(tail)];
  const all = [...first, ...Array(8 - first.length - last.length).fill(0), ...last];
  const bytes = Buffer.alloc(16);
  for (const [i, word] of all.entries()) bytes.writeUInt16BE(word, i * 2);
  return bytes;
}

function wireName(name: string): Buffer {
  const labels = name.split('.').map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label)]));
  return Buffer.concat([...labels, Buffer.from([0])]);
}

/** A listener on loopback that counts who connects. */
export async function listen(onConnection: (socket: Socket) => void = () => undefined, host = '127.0.0.1') {
  let connections = 0;
  const server: Server = createServer((socket) => {
    connections++;
    socket.on('error', () => undefined);
    onConnection(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => connections,
    close: () => server.close(),
  };
}
