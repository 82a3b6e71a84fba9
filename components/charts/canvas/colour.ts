import type { Dimension } from '../result/contract';

/** Words the interface uses for the verdicts, as they occur in enums and measure names (visual.md 2). */
const VERDICTS: Record<string, string> = {
  pass: 'pass',
  passed: 'pass',
  allow: 'pass',
  allowed: 'pass',
  block: 'blocked',
  blocked: 'blocked',
  failed: 'blocked',
  limit: 'limited',
  limited: 'limited',
  captcha: 'captcha',
  monitor: 'monitor',
  monitored: 'monitor',
};
const SEVERITIES: Record<string, string> = {
  critical: 'sev-critical',
  high: 'sev-high',
  medium: 'sev-medium',
  low: 'sev-low',
};
/** What went well is calm, what the client or the origin got wrong is not. */
const STATUS_CLASSES: Record<string, string> = {
  '2xx': 'pass',
  '3xx': 'chart-3',
  '4xx': 'sev-medium',
  '5xx': 'sev-critical',
};
/** The ordinary value of an enum that has one is stone; the others have the palette from its first hue on. */
const ORDINARY: Record<string, string> = { ua_class: 'browser', cache_status: 'hit', outcome: 'ok', kind: 'done' };
export const OTHER = 'chart-other';
const HUES = 8;

/** Whether a token says something by itself, rather than telling one series from the next. */
export const isMeaning = (token: string): boolean => !token.startsWith('chart-');

/** Token of the n-th hue. A declaration longer than eight begins anew; what was not declared is grey. */
export const hue = (index: number): string => (index >= 0 ? `chart-${(index % HUES) + 1}` : OTHER);

/** The verdict a word represents, as a token. */
export const verdictToken = (word: string): string | undefined => VERDICTS[word.toLowerCase()];

/**
 * Token of a dimension's value: a verdict has its own, a declared value has the hue of its position, an undeclared one
 * is neutral, free text gets a stable hue from its name. Never from the order of series in one chart.
 */
export function valueToken(dimension: Dimension, value: string | null, declared?: readonly string[]): string {
  if (value === null || value === '' || value.toLowerCase() === 'other') return OTHER;
  const word = verdictToken(value) ?? graded(dimension, value);
  if (word) return word;
  if (dimension.type !== 'enum') return hue(hash(value) % HUES);
  const values = declared ?? dimension.values ?? [];
  const ordinary = ORDINARY[dimension.name];
  if (value === ordinary) return 'pass';
  const hues = values.filter((one) => one !== ordinary);
  return hue(hues.indexOf(value));
}

/** Colour of a value on a scale from good to bad. */
function graded(dimension: Dimension, value: string): string | undefined {
  if (dimension.name.includes('severity')) return SEVERITIES[value.toLowerCase()];
  return dimension.name.endsWith('status_class') ? STATUS_CLASSES[value] : undefined;
}

/** Colour of a measure drawn alone; what says nothing about a verdict stays neutral. */
export const measureToken = (name: string, fallback = 'pass'): string => {
  const word = name.split('_').find((part) => verdictToken(part) !== undefined);
  return (word && verdictToken(word)) ?? fallback;
};

/** Gives equal hues of different names to the next free hue, so that two lines of one chart are never alike. */
export function spread(tokens: readonly string[]): string[] {
  const used = new Set<string>();
  return tokens.map((token) => {
    const start = /^chart-(\d)$/.exec(token)?.[1];
    if (start === undefined || !used.has(token)) {
      used.add(token);
      return token;
    }
    for (let step = 1; step < HUES; step++) {
      const next = hue((Number(start) - 1 + step) % HUES);
      if (!used.has(next)) {
        used.add(next);
        return next;
      }
    }
    return token;
  });
}

function hash(text: string): number {
  let value = 2166136261;
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 16777619);
  return value >>> 0;
}
