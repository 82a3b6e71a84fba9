'use client';

import { useQueryClient } from '@tanstack/react-query';
import { type AbstractIntlMessages, NextIntlClientProvider } from 'next-intl';
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react';
import type { Locale } from '@/lib/i18n/locales';
import { setPreferenceCookie } from './preference-cookie';

type Language = { locale: Locale; setLocale: (locale: Locale) => Promise<void> };
const LanguageContext = createContext<Language | null>(null);

const noSubscription = () => () => {};
const browserZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;
const serverZone = () => 'UTC';

/** Han faces are 100 KB of rules: they come after the first paint, the system's face is used until then. */
function useHanFaces() {
  useEffect(() => {
    void import('@fontsource-variable/noto-sans-sc/index.css');
  }, []);
}

/**
 * Texts and the language switch. The other language is fetched and swapped in place, so no form loses what was typed;
 * server texts are localised too, hence every query is asked again.
 */
export function IntlProvider({
  initial,
  children,
}: {
  initial: { locale: Locale; messages: AbstractIntlMessages };
  children: ReactNode;
}) {
  const [{ locale, messages }, show] = useState(initial);
  const timeZone = useSyncExternalStore(noSubscription, browserZone, serverZone);
  const queries = useQueryClient();
  useHanFaces();

  const setLocale = useCallback(
    async (next: Locale) => {
      const response = await fetch(`/console/messages/${next}`, { credentials: 'same-origin' });
      if (!response.ok) throw new Error(`messages: ${response.status}`);
      const fetched: AbstractIntlMessages = await response.json();
      setPreferenceCookie('locale', next);
      document.documentElement.lang = next;
      show({ locale: next, messages: fetched });
      await queries.invalidateQueries();
    },
    [queries],
  );

  const language = useMemo(() => ({ locale, setLocale }), [locale, setLocale]);
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
