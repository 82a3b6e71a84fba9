import { isUtf8 } from 'node:buffer';
import { LINE_COLUMNS } from '../events/columns';
import type { Line } from './lines';

/** A line of an nginx JSON log that needs no parsing on its way: its request has an id and a time in ms. */
export type PlainLine = { number: number; bytes: Buffer; request_id: string; time: number };

const BRACE = 0x7b;
const QUOTE = 0x22;
const REQUEST_ID = Buffer.from('"request_id":"');
const MSEC = Buffer.from('"msec":"');

/** The text of a field, as far as the next quote; undefined where the line has none. */
function fieldOf(bytes: Buffer, name: Buffer): string | undefined {
  const at = bytes.indexOf(name);
  if (at < 0) return undefined;
  const end = bytes.indexOf(QUOTE, at + name.length);
  return end < 0 ? undefined : bytes.toString('latin1', at + name.length, end);
}

/**
 * A line as it may be sent unread. Without a request id its identity would depend on the lines before it in the file,
 * so such a line is none, nor is one with bytes that are not UTF-8.
 */
export function plainLine({ number, bytes, cut }: Line): PlainLine | undefined {
  if (cut || bytes[0] !== BRACE || !isUtf8(bytes)) return undefined;
  const request_id = fieldOf(bytes, REQUEST_ID);
  if (!request_id || request_id === '-' || request_id.includes('\\')) return undefined;
  if (request_id.length > LINE_COLUMNS.request_id.max) return undefined;
  const msec = fieldOf(bytes, MSEC);
  if (!msec || !/^\d{10}\.\d{3}$/.test(msec)) return undefined;
  return { number, bytes, request_id, time: Math.round(Number(msec) * 1000) };
}
