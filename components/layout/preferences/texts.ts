import type { AbstractIntlMessages } from 'next-intl';
import { textFiles } from '@/lib/generated/text-files';
import { DEFAULT_LOCALE, isLocale, type Locale } from '@/lib/i18n/locales';

const asked = new Map<Locale, Promise<AbstractIntlMessages>>();
const loaded = new Map<Locale, AbstractIntlMessages>();

async function fetchTexts(locale: Locale): Promise<AbstractIntlMessages> {
  const response = await fetch(textFiles[locale](), { credentials: 'same-origin' });
  if (!response.ok) throw new Error(`texts: ${response.status}`);
  const texts: AbstractIntlMessages = await response.json();
  loaded.set(locale, texts);
  return texts;
}

/** All texts of a language, fetched once; again where that failed. */
export function loadTexts(locale: Locale): Promise<AbstractIntlMessages> {
  const before = asked.get(locale);
  if (before) return before;
  const texts = fetchTexts(locale);
  asked.set(locale, texts);
  texts.catch(() => asked.delete(locale));
  return texts;
}

/** All texts of the language that the document is shown in. */
export function loadShownTexts(): Promise<AbstractIntlMessages> {
  const { lang } = document.documentElement;
  return loadTexts(isLocale(lang) ? lang : DEFAULT_LOCALE);
}

/** All texts of a language where they are here already. */
export function loadedTexts(locale: Locale): AbstractIntlMessages | undefined {
  return loaded.get(locale);
}

const awaited = new Map<Locale, Promise<AbstractIntlMessages>>();

/** For a page that waits: where the texts cannot be fetched, the browser loads the page anew, with its own in it. */
export function textsForPage(locale: Locale, pathname: string): Promise<AbstractIntlMessages> {
  const before = awaited.get(locale);
  if (before) return before;
  const texts = loadTexts(locale).catch(
    () => new Promise<AbstractIntlMessages>(() => window.location.assign(pathname)),
  );
  awaited.set(locale, texts);
  return texts;
}
