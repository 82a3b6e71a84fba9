'use client';

import { useTranslations } from 'next-intl';
import { Button, IconButton } from '@/components/ui/controls/button';
import { Menu, type MenuEntry } from '@/components/ui/overlays/menu';
import { notify } from '@/components/ui/overlays/toast';
import { LOCALE_NAMES, LOCALES, type Locale } from '@/lib/i18n/locales';
import { useLanguage } from './intl-provider';

/** Switches the language and says so when the other texts could not be fetched. */
export function useSwitchLanguage(): (locale: Locale) => void {
  const { setLocale } = useLanguage();
  const t = useTranslations('common');
  return (locale) => {
    setLocale(locale).catch(() =>
      notify({ kind: 'failed', title: t('language_failed'), description: t('unreachable') }),
    );
  };
}

/** The languages as menu entries, each by its own name. */
export function useLanguageEntries(): MenuEntry[] {
  const { locale } = useLanguage();
  const switchTo = useSwitchLanguage();
  return LOCALES.map((each) => ({
    label: LOCALE_NAMES[each],
    lang: each,
    checked: each === locale,
    onSelect: () => switchTo(each),
  }));
}

export function LanguageMenu({ className }: { className?: string }) {
  const t = useTranslations('common');
  const entries = useLanguageEntries();
  return (
    <Menu
      trigger={<IconButton icon="globe" size="small" name={t('language')} className={className} />}
      entries={entries}
    />
  );
}

/** Names the other language in that language, for those who cannot read this one. */
export function OtherLanguageButton() {
  const { locale } = useLanguage();
  const switchTo = useSwitchLanguage();
  const other = LOCALES.find((each) => each !== locale) ?? locale;
  return (
    <Button variant="quiet" size="small" icon="globe" lang={other} onClick={() => switchTo(other)}>
      {LOCALE_NAMES[other]}
    </Button>
  );
}
