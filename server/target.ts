import type { IncomingMessage } from 'node:http';

const HOST = /^(?:[A-Za-z0-9](?:[A-Za-z0-9.-]{0,252})|\[[0-9A-Fa-f:.]{2,45}\])(?::\d{1,5})?$/;
const TARGET = /^\/[\x21-\x7e]*$/;
const BROKEN_ESCAPE = /%(?![0-9A-Fa-f]{2})/;

export type Target = { path: string; search: string };

/** The path and query of an origin-form target; undefined for anything a router could read in two ways. */
export function parseTarget(url: string): Target | undefined {
  if (url.length > 8192 || !TARGET.test(url) || url.includes('#')) return undefined;
  const at = url.indexOf('?');
  const path = at < 0 ? url : url.slice(0, at);
  const search = at < 0 ? '' : url.slice(at + 1);
  if (path.includes('//') || path.includes('\\') || BROKEN_ESCAPE.test(url)) return undefined;
  if (/(^|\/)\.{1,2}(\/|$)/.test(path) || /%(00|2f|5c)/i.test(path) || !isUtf8(path)) return undefined;
  return { path, search };
}

function isUtf8(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

export const isHost = (host: string) => HOST.test(host);

/** More than any browser sends through any proxies. */
export const MAX_HEADERS = 128;

export const hasManyHeaders = ({ rawHeaders }: IncomingMessage) => rawHeaders.length > 2 * MAX_HEADERS;

/** Headers of which a second one would let two readers disagree. Node silently keeps the first. */
export function hasRepeated(request: IncomingMessage, names: readonly string[]): boolean {
  const seen = new Set<string>();
  for (let i = 0; i < request.rawHeaders.length; i += 2) {
    const name = request.rawHeaders[i]?.toLowerCase() ?? '';
    if (!names.includes(name)) continue;
    if (seen.has(name)) return true;
    seen.add(name);
  }
  return false;
}

/** Whether its body is coded beyond chunks, or something is expected that nobody here can do: readers differ in what they make of it. */
export function isOddlyFramed({ headers }: IncomingMessage): boolean {
  const { expect = '100-continue', 'transfer-encoding': coding = 'chunked' } = headers;
  return coding.toLowerCase() !== 'chunked' || expect.toLowerCase() !== '100-continue';
}
