import type { EventLine } from '../events/event';
import { LOG_FORMATS, type LogFormat } from '../events/vocabulary';
import { parseCombined } from './combined';
import { parseModSecurity } from './modsecurity';
import { parseNginxJson } from './nginx-json';

/** One parser per format; each throws ParseError and nothing else. */
export const PARSERS: Readonly<Record<LogFormat, (text: string) => EventLine>> = {
  nginx_json: parseNginxJson,
  modsecurity_json: parseModSecurity,
  combined: parseCombined,
};

function reads(format: LogFormat, text: string): boolean {
  try {
    PARSERS[format](text);
    return true;
  } catch {
    return false;
  }
}

/** The format most of these lines parse as; undefined when none reads any of them. */
export function detectFormat(lines: readonly string[]): LogFormat | undefined {
  let best: LogFormat | undefined;
  let most = 0;
  for (const format of LOG_FORMATS) {
    const count = lines.filter((text) => reads(format, text)).length;
    if (count > most) {
      most = count;
      best = format;
    }
  }
  return best;
}
