/** An expression of RE2 as what it is made of, with sets of the characters that each place takes. */
export type Part =
  | { is: 'set'; set: bigint }
  | { is: 'sequence' | 'choice'; parts: Part[] }
  | { is: 'repeat'; part: Part; least: number; most: number };

/** The parts, and whether what was found of them may still be refused by an assertion such as `$`. */
export type Parts = { root: Part; asserts: boolean };

/** A bit for each character of ASCII, and one for all others together. */
const OTHER = 128;
const ALL = (1n << 129n) - 1n;
const bit = (code: number) => 1n << BigInt(Math.min(code, OTHER));
const not = (set: bigint) => (ALL & ~set) | bit(OTHER);
const range = (from: number, to: number): bigint => {
  let set = 0n;
  for (let code = from; code <= Math.min(to, OTHER); code++) set |= bit(code);
  return set;
};
const setOf = (...ranges: readonly string[]): bigint =>
  ranges.reduce((set, pair) => set | range(pair.charCodeAt(0), pair.charCodeAt(pair.length - 1)), 0n);

const DIGITS = setOf('09');
const LETTERS = setOf('az', 'AZ');
const WORD = DIGITS | LETTERS | setOf('_');
const SPACES = setOf('\t', '\n', '\f', '\r', ' ');
const CLASSES: Readonly<Record<string, bigint>> = {
  ...{ d: DIGITS, D: not(DIGITS), w: WORD, W: not(WORD), s: SPACES, S: not(SPACES), C: ALL, p: ALL, P: ALL },
  ...{ a: bit(7), f: bit(12), t: bit(9), n: bit(10), r: bit(13), v: bit(11) },
};
const NAMED: Readonly<Record<string, bigint>> = {
  ...{ alnum: DIGITS | LETTERS, alpha: LETTERS, digit: DIGITS, word: WORD, space: SPACES | bit(11) },
  ...{ lower: setOf('az'), upper: setOf('AZ'), xdigit: setOf('09', 'af', 'AF'), blank: setOf('\t', ' ') },
};

const TOKEN = new RegExp(
  [
    String.raw`\\Q[^]*?(?:\\E|$)`,
    String.raw`\\[pP](?:\{[^}]*\}|[^])`,
    String.raw`\\x(?:\{[^}]*\}|[0-9A-Fa-f]{2})`,
    String.raw`\\[0-7]{1,3}`,
    String.raw`\\[^]`,
    String.raw`\[\^?\]?(?:\[:\^?\w+:\]|\\[^]|[^\]\\])*\]`,
    String.raw`\(\?P?<\w+>|\(\?[A-Za-z-]*[:)]`,
    String.raw`\{\d+(?:,\d*)?\}`,
    '[^]',
  ].join('|'),
  'gu',
);
const MEMBER = new RegExp(
  [
    String.raw`\[:\^?\w+:\]`,
    String.raw`\\[pP](?:\{[^}]*\}|[^])`,
    String.raw`\\x(?:\{[^}]*\}|[0-9A-Fa-f]{2})`,
    String.raw`\\[0-7]{1,3}`,
    String.raw`\\?[^]`,
  ].join('|'),
  'gu',
);

/** The code of a token that is one character; undefined for one that means several. */
function codeOf(token: string): number | undefined {
  const [, hex] = /^\\x\{?([0-9A-Fa-f]+)\}?$/.exec(token) ?? [];
  if (hex !== undefined) return Number.parseInt(hex, 16);
  if (/^\\[0-7]+$/.test(token)) return Number.parseInt(token.slice(1), 8);
  if (/^\\[A-Za-z]/.test(token) || token.startsWith('[:')) return undefined;
  return token.replace(/^\\(?=.)/su, '').codePointAt(0);
}

function memberOf(token: string): bigint {
  const code = codeOf(token);
  if (code !== undefined) return bit(code);
  const [, negated, name = ''] = /^\[:(\^?)(\w+):\]$/.exec(token) ?? [];
  const set = name === '' ? (CLASSES[token.charAt(1)] ?? ALL) : (NAMED[name] ?? ALL);
  return negated ? not(set) : set;
}

function classOf(token: string): bigint {
  const [, negated = '', inner = ''] = /^\[(\^?)([\s\S]*)\]$/u.exec(token) ?? [];
  const members = [...inner.matchAll(MEMBER)].map(([text]) => text);
  let set = 0n;
  for (let i = 0; i < members.length; i++) {
    const [from, to] = [codeOf(members[i] ?? ''), codeOf(members[i + 2] ?? '')];
    if (members[i + 1] === '-' && members[i + 2] !== undefined && from !== undefined && to !== undefined) {
      set |= range(from, to);
      i += 2;
    } else set |= memberOf(members[i] ?? '');
  }
  return negated ? not(set) : set;
}

/** Reads an expression that RE2 can. Flags count for the whole of it: case is ignored everywhere where it is anywhere. */
export function partsOf(re2: string): Parts {
  const tokens = [...re2.matchAll(TOKEN)].map(([text]) => text);
  const flags = tokens.filter((token) => token.startsWith('(?')).join('');
  const [foldsCase, hasLines] = [/\(\?[a-zA-Z]*i/.test(flags), !/\(\?[a-zA-Z]*s/.test(flags)];
  let [at, asserts] = [0, false];

  const taken = (set: bigint): Part => ({ is: 'set', set: foldsCase ? folded(set) : set });
  function choice(): Part {
    const parts = [sequence()];
    while (tokens[at] === '|') {
      at++;
      parts.push(sequence());
    }
    return parts.length === 1 ? (parts[0] as Part) : { is: 'choice', parts };
  }
  function sequence(): Part {
    const parts: Part[] = [];
    while (at < tokens.length && tokens[at] !== '|' && tokens[at] !== ')') parts.push(...repeated(single()));
    return { is: 'sequence', parts };
  }
  function single(): Part[] {
    const token = tokens[at++] ?? '';
    if (token.startsWith('(')) return token.startsWith('(?') && token.endsWith(')') ? [] : [group()];
    if (token.startsWith('\\Q'))
      return [...token.slice(2).replace(/\\E$/, '')].map((one) => taken(bit(one.codePointAt(0) ?? 0)));
    if (token === '^' || token === '\\A') asserts ||= at > 1;
    else if (/^(?:\$|\\[zbB])$/.test(token)) asserts = true;
    else if (token === '.') return [taken(hasLines ? not(bit(10)) : ALL)];
    else return [taken(token.startsWith('[') ? classOf(token) : memberOf(token))];
    return [];
  }
  function group(): Part {
    const part = choice();
    at++;
    return part;
  }
  /** Parts, with the last of them as often as the signs after it say. */
  function repeated(parts: Part[]): Part[] {
    for (let token = tokens[at] ?? ''; ; token = tokens[at] ?? '') {
      const [, least, comma, most] = /^\{(\d+)(,?)(\d*)\}$/.exec(token) ?? [];
      const isSign = least !== undefined || ['*', '+', '?'].includes(token);
      if (!isSign) return parts;
      at += tokens[at + 1] === '?' ? 2 : 1;
      const part = parts.pop();
      if (!part) return parts;
      const from = Number(least ?? (token === '+' ? 1 : 0));
      const open = token === '?' ? 1 : Number.POSITIVE_INFINITY;
      const to =
        least === undefined ? open : comma === '' ? from : most === '' ? Number.POSITIVE_INFINITY : Number(most);
      parts.push({ is: 'repeat', part, least: from, most: to });
    }
  }
  return { root: choice(), asserts };
}

/** A set with the other case of each of its letters. */
function folded(set: bigint): bigint {
  const [upper, lower] = [set & setOf('AZ'), set & setOf('az')];
  return set | (upper << 32n) | (lower >> 32n);
}
