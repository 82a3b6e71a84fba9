import { listed } from '@/lib/guard/rules/vocabulary';
import type { Plain } from './conditions';
import { isParameter } from './escape';

/**
 * Arguments and cookies of a limit. nginx has each of them as it was sent, and the first of a name alone, so a condition on text is asked of the
 * whole query or of all cookies, with every character as it is or percent-encoded. An expression cannot be written so.
 */
export type Spelled = { source: '$args' | '$http_cookie'; pcre: string };

const PLACES = {
  arg: {
    source: '$args',
    begin: '(?:\\A|&)',
    is: '=',
    within: '[^&]*',
    quote: '',
    end: '(?:&|\\z)',
    over: '(?:[=&]|\\z)',
  },
  cookie: {
    ...({ source: '$http_cookie', begin: '(?:\\A|;)\\s*', is: '\\s*=\\s*', within: '[^;]*', quote: '\\x22?' } as const),
    ...{ end: '\\x22?\\s*(?:;|\\z)', over: '\\s*=' },
  },
} as const;

/** Undefined for what is compared as it was sent. */
export function spelled({ base, name, op, data }: Plain): Spelled | undefined {
  if ((base !== 'arg' && base !== 'cookie') || name === undefined || op === 'regex') return undefined;
  const { source, begin, is, within, quote, end, over } = PLACES[base];
  const [from, value] = [`${begin}${encodable(name)}`, encodable(data)];
  const pcres: Partial<Record<typeof op, string>> = {
    eq: `${from}${is}${quote}${value}${end}`,
    in: `${from}${is}${quote}(?:${listed(data).map(encodable).join('|')})${end}`,
    prefix: `${from}${is}${quote}${value}`,
    suffix: `${from}${is}${within}${value}${end}`,
    contains: `${from}${is}${within}${value}`,
    exists: `${from}${over}`,
  };
  const pcre = pcres[op];
  return pcre === undefined || !isParameter(pcre) ? undefined : { source, pcre };
}

/** Whether a condition on an argument or a cookie has it as it was sent. */
export const isAsSent = (plain: Plain): boolean =>
  (plain.base === 'arg' || plain.base === 'cookie') && spelled(plain) === undefined;

/** A PCRE that matches exactly this text, each byte of it as it is or percent-encoded. */
export const encodable = (text: string): string => [...Buffer.from(text, 'utf8')].map(byteOf).join('');

function byteOf(byte: number): string {
  const sign = String.fromCharCode(byte);
  const hex = byte.toString(16).padStart(2, '0');
  const plain = /[A-Za-z0-9_-]/.test(sign) ? sign : `\\x${hex}`;
  const encoded = hex.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
  return `(?:${plain}|%${encoded}${sign === ' ' ? '|\\x2b' : ''})`;
}
