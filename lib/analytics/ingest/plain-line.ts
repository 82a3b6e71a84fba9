import { isUtf8 } from 'node:buffer';
import { LINE_COLUMNS } from '../events/columns';
import type { Line } from './lines';

/** A line of an nginx JSON log that needs no parsing on its way: its request has an id and a time in ms. */
export type PlainLine = { line: Line; request_id: string; msec: string };

const BRACE = 0x7b;

/** The text of a field, as far as the next quote; undefined where the line has none. */
function fieldOf(text: string, name: string): string | undefined {
  const at = text.indexOf(name);
  if (at < 0) return undefined;
  const end = text.indexOf('"', at + name.length);
  return end < 0 ? undefined : text.slice(at + name.length, end);
}

/**
 * A line as it may be sent unread. Without a request id its identity would depend on the lines before it in the file,
 * so such a line is none, nor is one with bytes that are not UTF-8.
 */
export function plainLine(line: Line): PlainLine | undefined {
  const { chunk, from, to } = line;
  if (line.cut || line.length === 0 || chunk[from] !== BRACE) return undefined;
  // Both fields are ASCII, of which a line is one text in one step.
  const text = chunk.toString('latin1', from, to);
  const request_id = fieldOf(text, '"request_id":"');
  if (!request_id || request_id === '-' || request_id.includes('\\')) return undefined;
  if (request_id.length > LINE_COLUMNS.request_id.max) return undefined;
  const msec = fieldOf(text, '"msec":"');
  if (!msec || !/^\d{10}\.\d{3}$/.test(msec)) return undefined;
  return line.isText || isUtf8(line.bytes) ? { line, request_id, msec } : undefined;
}

/** When the request of a line was, in Unix ms. */
export const timeOf = ({ msec }: PlainLine): number => Math.round(Number(msec) * 1000);
