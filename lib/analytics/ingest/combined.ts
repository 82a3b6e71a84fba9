import { type EventLine, SOURCE_ACCESS } from '../events/event';
import { asText, cleanHost, replaceEscapes, utcMs } from './fields';
import { ParseError } from './parse-error';

/** Common part; the virtual host before the address (vhost_combined) is optional. */
const COMMON =
  /^(?:((?:\[[^\]\s]*\]|[^\s:]+):\d+) )?(\S+) \S+ .*?\[(\d{1,2})\/(\w{3})\/(\d{4}):(\d\d):(\d\d):(\d\d) ([+-])(\d\d)(\d\d)\] "((?:[^"\\]|\\.)*)" (\d{3}) (\d+|-)/;
const QUOTED = /^ "((?:[^"\\]|\\.)*)(?:"|$)/;

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '"': '"', '\\': '\\' };

/** Undoes the backslash escapes Apache and nginx write inside quotes. */
function plain(text: string): string {
  return replaceEscapes(text, {
    written: (read) => read,
    other: (whole, character) => ESCAPES[character] ?? whole,
  });
}

function requestOf(line: string): Pick<EventLine, 'method' | 'path' | 'query' | 'protocol'> {
  const m = /^([A-Za-z_-]+) (\S.*?)(?: (HTTP\/[\d.]+))?$/.exec(line);
  if (!m) return { method: '', path: plain(line === '-' ? '' : line), query: '', protocol: '' };
  const [, method = '', raw = '', protocol = ''] = m;
  const target = plain(raw);
  const mark = target.indexOf('?');
  return mark < 0
    ? { method, path: target, query: '', protocol }
    : { method, path: target.slice(0, mark), query: target.slice(mark + 1), protocol };
}

/**
 * A line of a Common or Combined log of Apache or nginx. A line cut off inside the referer or user agent still counts:
 * the request itself is complete. Throws ParseError otherwise.
 */
export function parseCombined(text: string): EventLine {
  const m = COMMON.exec(text);
  if (!m) throw new ParseError('not_combined');
  const [whole, vhost, client_ip, day, month = '', year, hh, mm, ss, sign, zh, zm, request = '', status, size] = m;
  const local = utcMs(Number(year), month, Number(day), Number(hh), Number(mm), Number(ss));
  if (local === undefined) throw new ParseError('bad_time');
  const offset = (Number(zh) * 60 + Number(zm)) * 60_000;
  const time = sign === '-' ? local + offset : local - offset;
  const rest = text.slice(whole.length);
  const referer = QUOTED.exec(rest);
  const agent = referer ? QUOTED.exec(rest.slice(referer[0].length)) : null;
  return {
    time,
    source_time: time,
    sources: SOURCE_ACCESS,
    client_ip,
    host: cleanHost(vhost),
    ...requestOf(request),
    status: Number(status),
    bytes_out: size === '-' ? 0 : Number(size),
    referer: asText(plain(referer?.[1] ?? '')),
    user_agent: asText(plain(agent?.[1] ?? '')),
    action: status === '429' ? 'limit' : 'pass',
  };
}
