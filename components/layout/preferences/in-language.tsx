'use client';

import { NextIntlClientProvider, useTimeZone, useTranslations } from 'next-intl';
import { type ReactNode, useEffect, useState } from 'react';
import type { Locale } from '@/lib/i18n/locales';
import { loadedTexts, loadTexts } from './texts';

type Props = {
  locale: Locale;
  /** IANA zone of its times; the reader's own when not given. */
  timeZone?: string;
  children: ReactNode;
};

/** Shows a part of the page in a language of its own, once that language's texts are here. */
export function InLanguage({ locale, timeZone, children }: Props) {
  const t = useTranslations('common');
  const readerZone = useTimeZone();
  const [state, setState] = useState<'waiting' | 'here' | 'failed'>('waiting');
  useEffect(() => {
    let isShown = true;
    loadTexts(locale).then(
      () => isShown && setState('here'),
      () => isShown && setState('failed'),
    );
    return () => {
      isShown = false;
    };
  }, [locale]);
  const messages = loadedTexts(locale);
  if (state === 'failed') return t('unreachable');
  if (!messages) return null;
  return (
    <NextIntlClientProvider locale={locale} messages={messages} timeZone={timeZone ?? readerZone}>
      {children}
    </NextIntlClientProvider>
  );
}
