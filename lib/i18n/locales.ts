/** The languages of the product; `messages/` has a folder of each. */
export const LOCALES = ['en-US', 'zh-CN'] as const;
export type Locale = (typeof LOCALES)[number];
export const DEFAULT_LOCALE: Locale = 'en-US';

/** What each language calls itself. */
export const LOCALE_NAMES: Record<Locale, string> = { 'en-US': 'English', 'zh-CN': '中文' };

export function isLocale(value: unknown): value is Locale {
  return LOCALES.some((locale) => locale === value);
}

/** `zh` of `zh-TW`: who reads one variety of a language reads the other. */
const languageOf = (tag: string) => tag.toLowerCase().split('-')[0];

/** The supported language an Accept-Language header likes best; English when it names none (RFC 9110, 12.5.4). */
export function fromAcceptLanguage(header: string | null | undefined): Locale {
  if (!header) return DEFAULT_LOCALE;
  const wanted = header
    .split(',')
    .map((part) => {
      const [tag = '', ...params] = part.trim().toLowerCase().split(';');
      const q = params.map((p) => /^\s*q=([\d.]+)\s*$/.exec(p)?.[1]).find((v) => v !== undefined);
      return { tag, q: q === undefined ? 1 : Number(q) };
    })
    .filter(({ tag, q }) => tag !== '' && q > 0)
    .sort((a, b) => b.q - a.q);
  for (const { tag } of wanted) {
    const found = LOCALES.find((locale) => languageOf(locale) === languageOf(tag));
    if (found) return found;
  }
  return DEFAULT_LOCALE;
}

/** The cookie wins, then the browser's own preference. */
export function resolveLocale(cookie: string | undefined, acceptLanguage: string | null | undefined): Locale {
  return isLocale(cookie) ? cookie : fromAcceptLanguage(acceptLanguage);
}
