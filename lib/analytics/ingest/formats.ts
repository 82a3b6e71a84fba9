import type { EventLine } from '../events/event';
import { parseCombined } from './combined';
import { parseModSecurity } from './modsecurity';
import { parseNginxJson } from './nginx-json';

export const FORMATS = ['nginx_json', 'modsecurity_json', 'combined'] as const;
export type Format = (typeof FORMATS)[number];

/** One parser per format; each throws ParseError and nothing else. */
export const PARSERS: Readonly<Record<Format, (text: string) => EventLine>> = {
  nginx_json: parseNginxJson,
  modsecurity_json: parseModSecurity,
  combined: parseCombined,
};

function reads(format: Format, text: string): boolean {
  try {
    PARSERS[format](text);
    return true;
  } catch {
    return false;
  }
}

/** The format most of these lines parse as; undefined when none reads any of them. */
export function detectFormat(lines: readonly string[]): Format | undefined {
  let best: Format | undefined;
  let most = 0;
  for (const format of FORMATS) {
    const count = lines.filter((text) => reads(format, text)).length;
    if (count > most) {
      most = count;
      best = format;
    }
  }
  return best;
}
