import { RE2JS, RE2JSSyntaxException } from 're2js';
import { AppError } from '@/lib/api/errors';
import type { Behalf } from '@/lib/queues/behalf';
import type { Match } from './contract';
import { isPattern } from './vocabulary';

/**
 * Steps of a compiled expression, about; what people write has some hundreds. Compiling one of these takes at most ten
 * milliseconds, which pattern.test.ts measures.
 */
const MAX_WEIGHT = 1_500;
/** What a Unicode category takes, in steps: it is a list of hundreds of ranges. */
const CATEGORY_WEIGHT = 90;
/** Where case is ignored, each character of a range is asked for its other forms: so many take as long as one step. */
const FOLDED_PER_STEP = 100;

/** Why an expression is refused: the engine's words, and the texts that say them. */
const REASONS: Readonly<Record<string, string>> = {
  'invalid escape sequence': 'escape',
  'trailing backslash at end of expression': 'escape',
  'invalid or unsupported Perl syntax': 'group',
  'invalid named capture': 'group',
  'duplicate capture group name': 'group',
  'invalid character class range': 'class',
  'missing closing ]': 'class',
  'missing closing )': 'parenthesis',
  'unexpected )': 'parenthesis',
  'invalid nested repetition operator': 'repetition',
  'invalid repeat count': 'repetition',
  'missing argument to repetition operator': 'repetition',
  'expression nests too deeply': 'size',
  'expression too large': 'size',
};

type Fault = { reason: string; position: number };

/**
 * Throws err.guard.rule.pattern for a regular expression that cannot be matched in linear time, or is too large to be
 * compiled at once. Each takes a few milliseconds, between which others are served.
 */
export async function requirePatterns(behalf: Behalf, matches: readonly Match[]): Promise<void> {
  const pause = behalf.slices();
  for (const [i, { op, data }] of matches.entries()) {
    if (!isPattern(op)) continue;
    const fault = faultInPattern(data);
    if (fault) throw new AppError('err.guard.rule.pattern', { field: `matches.${i}.data`, values: fault });
    await pause();
  }
}

/** What is wrong with a regular expression, and at which character, from 1. */
export function faultInPattern(pattern: string): Fault | undefined {
  const tokens = tokensOf(pattern);
  const heavy = tooHeavyAt(tokens, pattern.includes('(?'));
  if (heavy) return { reason: 'size', position: placeOf(pattern, heavy.index) };
  try {
    RE2JS.compile(pattern);
    return undefined;
  } catch (error) {
    if (!(error instanceof RE2JSSyntaxException)) throw error;
    return {
      reason: REASONS[error.error] ?? 'syntax',
      position: placeOf(pattern, faultAt(pattern, tokens, error.input ?? '')),
    };
  }
}

/** People count characters, not UTF-16 units. */
const placeOf = (pattern: string, index: number) => [...pattern.slice(0, index)].length + 1;

type Token = { index: number; text: string };

const TOKEN = new RegExp(
  [
    String.raw`\\Q[^]*?(?:\\E|$)`,
    String.raw`\\[pP]\{[^}]*\}?`,
    String.raw`\\x\{[^}]*\}?`,
    String.raw`\\[^]`,
    String.raw`\[\^?\]?(?:\[:\^?\w+:\]|\\[^]|[^\]\\])*\]?`,
    String.raw`\{\d+(?:,\d*)?\}`,
    '[^]',
  ].join('|'),
  'gu',
);

const tokensOf = (pattern: string): Token[] =>
  [...pattern.matchAll(TOKEN)].map(({ 0: text, index }) => ({ index, text }));

const CHARACTER = String.raw`(\\x\{[^}]*\}|\\?[^])`;
const RANGE = new RegExp(`${CHARACTER}-${CHARACTER}`, 'gu');

/** A character of a class as a number; an escape that is not worth reading is `otherwise`. */
function codeOf(character: string, otherwise: number): number {
  const [, hex] = /^\\x\{([\dA-Fa-f]+)\}$/.exec(character) ?? [];
  if (hex !== undefined) return Number.parseInt(hex, 16);
  if (/^\\[\da-z]/i.test(character)) return otherwise;
  return character.replace(/^\\(?=.)/su, '').codePointAt(0) ?? otherwise;
}

/** What one character, class or quotation takes of MAX_WEIGHT. */
function weightOf(text: string, foldsCase: boolean): number {
  if (text.startsWith('\\Q')) return text.length;
  const categories = text.match(/\\[pP]/g)?.length ?? 0;
  let folded = 0;
  if (foldsCase && text.startsWith('[')) {
    for (const [, from = '', to = ''] of text.matchAll(RANGE)) {
      folded += Math.max(0, codeOf(to, 0x10ffff) - codeOf(from, 0));
    }
  }
  return 1 + categories * CATEGORY_WEIGHT + Math.ceil(folded / FOLDED_PER_STEP);
}

const REPEAT = /^\{(\d+)(,?)(\d*)\}$/;
const QUANTIFIERS = ['*', '+', '?'];

/**
 * Where an expression becomes more than MAX_WEIGHT, found before it is compiled: a counted repetition multiplies
 * what it repeats. No less than the engine makes of it.
 */
function tooHeavyAt(tokens: readonly Token[], foldsCase: boolean): Token | undefined {
  const around: number[] = [];
  let [sum, last] = [0, 0];
  for (const token of tokens) {
    const repeat = REPEAT.exec(token.text);
    if (token.text === '(') {
      around.push(sum);
      sum = 0;
    } else if (token.text === ')') {
      last = sum + 2;
      sum = (around.pop() ?? 0) + last;
    } else if (repeat) {
      const [, least = '', comma = '', most = ''] = repeat;
      const times = Math.max(Number(least) + (comma === '' ? 0 : 1), Number(most), 1);
      sum += last * (times - 1);
      last *= times;
    } else if (QUANTIFIERS.includes(token.text)) {
      last += 1;
      sum += 1;
    } else {
      last = weightOf(token.text, foldsCase);
      sum += last;
    }
    if (sum > MAX_WEIGHT) return token;
  }
  return undefined;
}

/** Where the engine's fault is: it says the part that it could not read. */
function faultAt(pattern: string, tokens: readonly Token[], part: string): number {
  if (part === '') return pattern.length - 1;
  if (part === pattern) return unbalancedAt(tokens) ?? 0;
  for (const { index, text } of tokens) {
    if (pattern.startsWith(part, index)) return index;
    const within = text.startsWith('[') ? text.indexOf(part) : -1;
    if (within >= 0) return index + within;
  }
  return Math.max(0, pattern.indexOf(part));
}

/** The first parenthesis that closes nothing, or the last one that is never closed. */
function unbalancedAt(tokens: readonly Token[]): number | undefined {
  const open: number[] = [];
  for (const { index, text } of tokens) {
    if (text === '(') open.push(index);
    if (text === ')' && open.pop() === undefined) return index;
  }
  return open.at(-1);
}
