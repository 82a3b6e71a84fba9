import { createHmac, timingSafeEqual } from 'node:crypto';
import ipaddr from 'ipaddr.js';
import type { Answer, AnswerType } from './provider';

/** DNS UPDATE messages (RFC 2136) signed with TSIG (RFC 8945), as far as Parapet sends and reads them. */

export type TsigKey = Readonly<{ name: string; secret: Buffer }>;

const TYPES: Readonly<Record<AnswerType, number>> = { A: 1, CNAME: 5, AAAA: 28 };
const SOA = 6;
const TSIG = 250;
const IN = 1;
const ANY = 255;
const UPDATE = 5 << 11;
const ALGORITHM = 'hmac-sha256.';
/** Seconds by which the clocks of both sides may differ. */
const FUDGE = 300;

function u16(...values: number[]): Buffer {
  const buffer = Buffer.alloc(2 * values.length);
  for (const [i, value] of values.entries()) buffer.writeUInt16BE(value, 2 * i);
  return buffer;
}

function u32(value: number): Buffer {
  const buffer = Buffer.alloc(4);
  buffer.writeUInt32BE(value);
  return buffer;
}

/** A name in wire form, in lower case and uncompressed, as signatures have it. */
function wireName(name: string): Buffer {
  const labels = name.toLowerCase().split('.').filter(Boolean);
  return Buffer.concat([...labels.flatMap((label) => [Buffer.from([label.length]), Buffer.from(label)]), Buffer.of(0)]);
}

function record(name: string, [type, kind, ttl]: [number, number, number], data: Buffer): Buffer {
  return Buffer.concat([wireName(name), u16(type, kind), u32(ttl), u16(data.length), data]);
}

const dataOf = ({ type, value }: Answer): Buffer =>
  type === 'CNAME' ? wireName(value) : Buffer.from(ipaddr.parse(value).toByteArray());

/** An update that gives `name` exactly these records of the types that Parapet writes. */
export function updateOf(id: number, zone: string, name: string, answers: readonly Answer[], ttl: number): Buffer {
  const updates = [
    ...Object.values(TYPES).map((type) => record(name, [type, ANY, 0], Buffer.alloc(0))),
    ...answers.map((answer) => record(name, [TYPES[answer.type], IN, ttl], dataOf(answer))),
  ];
  const header = u16(id, UPDATE, 1, 0, updates.length, 0);
  return Buffer.concat([header, wireName(zone), u16(SOA, IN), ...updates]);
}

type Stamp = { time: number; fudge: number; error: number; other: Buffer };

/** What a signature covers beside the message: its own record but for the signature itself (RFC 8945, 4.3.3). */
function variables(key: TsigKey, { time, fudge, error, other }: Stamp): Buffer {
  return Buffer.concat([
    wireName(key.name),
    u16(ANY),
    u32(0),
    wireName(ALGORITHM),
    clock(time),
    u16(fudge, error, other.length),
    other,
  ]);
}

const clock = (time: number) => Buffer.concat([u16(Math.floor(time / 2 ** 32)), u32(time % 2 ** 32)]);

const hmac = (key: TsigKey, ...parts: Buffer[]) =>
  createHmac('sha256', key.secret).update(Buffer.concat(parts)).digest();

/** The message with a TSIG record of `time`, in seconds; `mac` is what the answer's signature begins with. */
export function signed(message: Buffer, key: TsigKey, time: number): { bytes: Buffer; mac: Buffer } {
  const mac = hmac(key, message, variables(key, { time, fudge: FUDGE, error: 0, other: Buffer.alloc(0) }));
  const data = Buffer.concat([
    wireName(ALGORITHM),
    clock(time),
    u16(FUDGE, mac.length),
    mac,
    u16(message.readUInt16BE(0), 0, 0),
  ]);
  const bytes = Buffer.concat([message, record(key.name, [TSIG, ANY, 0], data)]);
  bytes.writeUInt16BE(message.readUInt16BE(10) + 1, 10);
  return { bytes, mac };
}

/** Code of an answer, and whether it is signed by whoever has the key and answers the request of `mac`. Throws RangeError. */
export function readAnswer(bytes: Buffer, key: TsigKey, mac: Buffer): { id: number; code: number; isSigned: boolean } {
  const id = bytes.readUInt16BE(0);
  const code = bytes.readUInt16BE(2) & 15;
  const last = lastRecord(bytes);
  if (!last || last.type !== TSIG) return { id, code, isSigned: false };
  const algorithm = skipName(bytes, last.data);
  const time = bytes.readUIntBE(algorithm, 6);
  const fudge = bytes.readUInt16BE(algorithm + 6);
  const length = bytes.readUInt16BE(algorithm + 8);
  const given = bytes.subarray(algorithm + 10, algorithm + 10 + length);
  const rest = algorithm + 10 + length;
  const [error, size] = [bytes.readUInt16BE(rest + 2), bytes.readUInt16BE(rest + 4)];
  const other = bytes.subarray(rest + 6, rest + 6 + size);
  const unsigned = Buffer.from(bytes.subarray(0, last.start));
  unsigned.writeUInt16BE(bytes.readUInt16BE(10) - 1, 10);
  const wanted = hmac(key, u16(mac.length), mac, unsigned, variables(key, { time, fudge, error, other }));
  const isSigned = error === 0 && given.length === wanted.length && timingSafeEqual(given, wanted);
  return { id, code, isSigned };
}

/** Where the name at `at` ends. */
function skipName(bytes: Buffer, at: number): number {
  let end = at;
  for (;;) {
    const length = bytes.readUInt8(end);
    if (length === 0) return end + 1;
    if (length >= 192) return end + 2;
    end += length + 1;
  }
}

function lastRecord(bytes: Buffer): { start: number; type: number; data: number } | undefined {
  let at = 12;
  for (let n = bytes.readUInt16BE(4); n > 0; n--) at = skipName(bytes, at) + 4;
  let last: { start: number; type: number; data: number } | undefined;
  const records = bytes.readUInt16BE(6) + bytes.readUInt16BE(8) + bytes.readUInt16BE(10);
  for (let n = records; n > 0; n--) {
    const head = skipName(bytes, at);
    last = { start: at, type: bytes.readUInt16BE(head), data: head + 10 };
    at = head + 10 + bytes.readUInt16BE(head + 8);
  }
  return last;
}
