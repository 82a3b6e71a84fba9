'use client';

import { useQueryClient } from '@tanstack/react-query';
import { usePathname } from 'next/navigation';
import { type AbstractIntlMessages, NextIntlClientProvider } from 'next-intl';
import { createContext, type ReactNode, use, useCallback, useContext, useMemo, useState } from 'react';
import type { Locale } from '@/lib/i18n/locales';
import { setPreferenceCookie } from './preference-cookie';
import { useRareHan } from './rare-han';
import { loadedTexts, loadTexts, textsForPage } from './texts';
import { useReaderZone } from './time-zone';

type Language = {
  locale: Locale;
  setLocale: (locale: Locale) => Promise<void>;
  /** Adds the texts that the page did not bring. */
  showAllTexts: () => Promise<void>;
};
const LanguageContext = createContext<Language | null>(null);

/** What is shown; `page` is the only one whose texts are complete, null where all pages' are. */
type Shown = { locale: Locale; messages: AbstractIntlMessages; page: string | null };

/**
 * Texts and the language switch. A document brings the texts of its own page along; other pages show those of the whole
 * language, see `texts.ts`. The other language is fetched and swapped in place, so no form loses what was typed;
 * server texts are localised too, hence every query is asked again.
 */
export function IntlProvider({
  initial,
  children,
}: {
  initial: { locale: Locale; messages: AbstractIntlMessages };
  children: ReactNode;
}) {
  const pathname = usePathname();
  const [{ locale, messages: own, page }, show] = useState<Shown>({ ...initial, page: pathname });
  // A navigation waits with the page before it until all texts are there.
  const messages = loadedTexts(locale) ?? (page === pathname ? own : use(textsForPage(locale, pathname)));
  const timeZone = useReaderZone();
  const queries = useQueryClient();
  useRareHan();

  const setLocale = useCallback(
    async (next: Locale) => {
      const messages = await loadTexts(next);
      setPreferenceCookie('locale', next);
      document.documentElement.lang = next;
      show({ locale: next, messages, page: null });
      await queries.invalidateQueries();
    },
    [queries],
  );

  const showAllTexts = useCallback(async () => {
    const messages = await loadTexts(locale);
    show((before) => (before.locale === locale ? { locale, messages, page: null } : before));
  }, [locale]);

  const language = useMemo(() => ({ locale, setLocale, showAllTexts }), [locale, setLocale, showAllTexts]);
  return (
    <LanguageContext value={language}>
      <NextIntlClientProvider locale={locale} messages={messages} timeZone={timeZone}>
        {children}
      </NextIntlClientProvider>
    </LanguageContext>
  );
}

export function useLanguage(): Language {
  const value = useContext(LanguageContext);
  if (!value) throw new Error('used outside the language provider');
  return value;
}
