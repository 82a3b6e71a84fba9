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

/**
 * An expression of RE2 as one of PCRE, in which neither a quote nor a macro can begin. Groups lose their names, which nginx would take for
 * variables; `.` and `$` mean what they mean in RE2, whatever flags the engine sets.
 */
export function pattern(re2: string): string {
  let written = '';
  for (let rest = re2; rest !== ''; ) {
    const [token = rest.charAt(0)] = TOKEN.exec(rest) ?? [];
    written += tokenOf(token);
    rest = rest.slice(token.length);
  }
  return `(?-sm:${written})`;
}

/** A quotation, a named group, an escape, or a character with its other half. */
const TOKEN = /^(?:\\Q[\s\S]*?(?:\\E|$)|\(\?P?<[A-Za-z0-9_]+>|\\[\s\S]|[\ud800-\udbff][\udc00-\udfff]|[\s\S])/;
/** Signs that mean something in an expression and nothing to what reads the file. */
const SIGNS = new Set('^.|?*+()[]{},-=!<>:&_/@~');

function tokenOf(token: string): string {
  if (token.startsWith('\\Q')) return literal(token.slice(2).replace(/\\E$/, ''));
  if (token.startsWith('(?') && token.endsWith('>')) return '(';
  if (token === '$') return '\\z';
  if (token.startsWith('\\')) return /^\\[A-Za-z0-9]$/.test(token) ? token : literal(token.slice(1));
  return SIGNS.has(token) ? token : literal(token);
}

/** Whether all characters of an expression are such that bytes and characters are the same. */
export const isAscii = (re2: string): boolean => /^[\0-\x7f]*$/.test(re2) && !/\\(?:x\{|[pP])/.test(re2);

/** A PCRE as an nginx parameter in double quotes, where a backslash is read once more. */
export const quoted = (pcre: string): string => `"${pcre.replaceAll('\\', '\\\\')}"`;

const WORD = /^[A-Za-z0-9._:*/-]+$/;

/** Something of which nothing needs quoting: a host name, an address, an id. Throws what cannot have come from Parapet. */
export function word(text: string): string {
  if (!WORD.test(text)) throw new RenderError(`not a name, an address or an id: ${JSON.stringify(text).slice(0, 80)}`);
  return text;
}

/** What is to be rendered is not what Parapet delivers. */
export class RenderError extends Error {}
