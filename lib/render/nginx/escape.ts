/**
 * Texts of tenants in configuration files. Nothing of them is copied: a literal becomes a regular expression in which every byte that
 * is no letter or digit is `\xHH`, so that no quote, space, `$`, `%{` or line end of theirs is ever read by nginx or ModSecurity.
 */

const hex = (byte: number) => `\\x${byte.toString(16).padStart(2, '0')}`;

/** A PCRE that matches exactly this text, byte by byte. */
export function literal(text: string): string {
  return [...Buffer.from(text, 'utf8')].map((byte) => (isPlain(byte) ? String.fromCharCode(byte) : hex(byte))).join('');
}

const isPlain = (byte: number) =>
  (byte >= 0x30 && byte <= 0x39) || (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a);

/** Expressions that find where a value begins and where it ends. */
export type Edges = { begin: string; end: string };
export const WHOLE: Edges = { begin: '\\A', end: '\\z' };
/** Of a value that may be between quotes. */
export const QUOTABLE: Edges = { begin: '(?:\\A|(?<=\\A\\x22))', end: '(?=\\x22?\\z)' };
/** Of a header's value: nginx leaves tabs around it, which origins take away. */
export const PADDED: Edges = { begin: '\\A[\\x09\\x20]*', end: '[\\x09\\x20]*\\z' };

/**
 * An expression of RE2 as one of PCRE, in which neither a quote nor a macro can begin. Groups lose their names, which nginx would take for
 * variables; `.`, `^` and `$` mean what they mean in RE2, whatever flags the engine sets.
 */
export function pattern(re2: string, edges = WHOLE): string {
  /** Of each open group, whether `^` and `$` are those of lines. */
  const ofLines = [false];
  let [written, isClass] = ['', false];
  for (let rest = re2; rest !== ''; ) {
    const [token = rest.charAt(0)] = (isClass ? MEMBER : TOKEN).exec(rest) ?? [];
    written += isClass ? memberOf(token) : tokenOf(token, ofLines, edges);
    isClass = isClass ? token !== ']' : token.startsWith('[');
    rest = rest.slice(token.length);
  }
  return `(?-sm:${written})`;
}

/** A quotation, the beginning of a group or of a class, an escape, or a character with its other half. */
const TOKEN =
  /^(?:\\Q[\s\S]*?(?:\\E|$)|\(\?P?<[A-Za-z0-9_]+>|\(\?[A-Za-z-]*[:)]|\[\^?\]?|\\[\s\S]|[\ud800-\udbff][\udc00-\udfff]|[\s\S])/;
/** The same within a class of characters. */
const MEMBER = /^(?:\[:\^?[a-z]+:\]|\\[\s\S]|[\ud800-\udbff][\udc00-\udfff]|[\s\S])/;
/** Signs that mean something in an expression and nothing to what reads the file. */
const SIGNS = new Set('^.|?*+()[]{},-=!<>:&_/@~');

const LINE_BEGINS = '(?:\\A|(?<=\\x0a))';
const LINE_ENDS = '(?=\\x0a|\\z)';

function tokenOf(token: string, ofLines: boolean[], { begin, end }: Edges): string {
  if (token.startsWith('\\Q')) return literal(token.slice(2).replace(/\\E$/, ''));
  if (token.startsWith('[')) return token;
  if (token.startsWith('(')) return opened(token, ofLines);
  if (token === ')') ofLines.pop();
  if (token === '^' && ofLines.at(-1)) return LINE_BEGINS;
  if (token === '$' && ofLines.at(-1)) return LINE_ENDS;
  if (token === '^' || token === '\\A') return begin;
  if (token === '$' || token === '\\z') return end;
  return plainly(token);
}

/** The beginning of a group, or flags for the rest of the one that is open. */
function opened(token: string, ofLines: boolean[]): string {
  const outer = ofLines.at(-1) ?? false;
  const [, on = '', off = '', end] = /^\(\?([A-Za-z]*)-?([A-Za-z]*)([:)])$/.exec(token) ?? [];
  const own = on.includes('m') || (outer && !off.includes('m'));
  if (end === ')') ofLines[ofLines.length - 1] = own;
  else ofLines.push(own);
  return end === undefined ? '(' : token;
}

const memberOf = (token: string): string => {
  if (token === '[') return literal(token);
  return token.startsWith('[') ? token : plainly(token);
};

function plainly(token: string): string {
  if (token.startsWith('\\')) return /^\\[A-Za-z0-9]$/.test(token) ? token : literal(token.slice(1));
  return SIGNS.has(token) ? token : literal(token);
}

/** Whether all characters of an expression are such that bytes and characters are the same. */
export const isAscii = (re2: string): boolean => /^[\0-\x7f]*$/.test(re2) && !/\\(?:x\{|[pP])/.test(re2);

/** A PCRE as an nginx parameter in double quotes, where a backslash is read once more, unless it is that of a byte. */
export const quoted = (pcre: string): string => `"${pcre.replace(/\\(?!x[0-9a-f]{2})/g, '\\\\')}"`;

/** Whether nginx reads it as one parameter. */
export const isParameter = (pcre: string): boolean => quoted(pcre).length <= 4_000;

const WORD = /^[A-Za-z0-9._:*/-]+$/;

/** Something of which nothing needs quoting: a host name, an address, an id. Throws what cannot have come from Parapet. */
export function word(text: string): string {
  if (!WORD.test(text)) throw new RenderError(`not a name, an address or an id: ${JSON.stringify(text).slice(0, 80)}`);
  return text;
}

/** What is to be rendered is not what Parapet delivers. */
export class RenderError extends Error {}
