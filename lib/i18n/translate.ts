import compile from 'icu-minify/compile';
import format, { type CompiledMessage, type FormatOptions } from 'icu-minify/format';
import { messages } from '@/lib/generated/messages';
import { LOCALES, type Locale } from './locales';
import type { Messages } from './messages';

export type Translator = (key: string, values?: Record<string, string | number>) => string;

/** What formats figures and chooses plurals; those without options, which is most, are made once per language. */
function cached<Made, Options>(make: new (locale?: Intl.LocalesArgument, options?: Options) => Made) {
  const made = new Map<string, Made>();
  return (locale?: Intl.LocalesArgument, options?: Options): Made => {
    if (options !== undefined || typeof locale !== 'string') return new make(locale, options);
    const found = made.get(locale) ?? new make(locale);
    made.set(locale, found);
    return found;
  };
}

const formatters: FormatOptions['formatters'] = {
  getNumberFormat: cached(Intl.NumberFormat),
  getDateTimeFormat: cached(Intl.DateTimeFormat),
  getPluralRules: (locale, options) => new Intl.PluralRules(locale, options),
};

/** The text of a key, as written in the message files. */
function sourceOf(locale: Locale, key: string): string | undefined {
  const tree: Messages = messages[locale];
  const found = key
    .split('.')
    .reduce<Messages[string] | undefined>((node, part) => (typeof node === 'object' ? node[part] : undefined), tree);
  return typeof found === 'string' ? found : undefined;
}

function translatorOf(locale: Locale): Translator {
  // As many as there are texts.
  const compiled = new Map<string, CompiledMessage>();
  return (key, values) => {
    const source = sourceOf(locale, key);
    if (source === undefined) return key;
    const message = compiled.get(key) ?? compile(source);
    compiled.set(key, message);
    return [format<string>(message, locale, values, { formatters })].flat().join('');
  };
}

const translators = Object.fromEntries(LOCALES.map((locale) => [locale, translatorOf(locale)]));

/** The server's texts in one language: errors, validation messages, permission names. A key without text is itself. */
export function translator(locale: Locale): Translator {
  return translators[locale] as Translator;
}

/** A text that needs no values; empty where there is none, or where it cannot be said without them. */
export function plainText(locale: Locale, key: string): string {
  const source = sourceOf(locale, key) ?? '';
  return /[{<]/.test(source) ? '' : source;
}
