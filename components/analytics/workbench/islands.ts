import { LOCALES, type Locale } from '@/lib/i18n/locales';

export const THEME_CHOICES = ['both', 'light', 'dark'] as const;
export type ThemeChoice = (typeof THEME_CHOICES)[number];
export const LANGUAGE_CHOICES = ['both', ...LOCALES] as const;
export type LanguageChoice = (typeof LANGUAGE_CHOICES)[number];
/** Pixels of a panel: a phone, a column of a dashboard, or what there is room for. */
export const WIDTHS = ['390', '480', 'full'] as const;

/** A part of the page with a theme and a language of its own. */
export type Island = { theme: 'light' | 'dark'; locale: Locale };

/** Each theme and each language once: both of both are light English and dark Chinese, as they do not depend on another. */
export function islandsOf(theme: ThemeChoice, language: LanguageChoice): Island[] {
  const themes = theme === 'both' ? (['light', 'dark'] as const) : [theme];
  const locales = language === 'both' ? LOCALES : [language];
  const count = Math.max(themes.length, locales.length);
  return Array.from({ length: count }, (_, i) => ({
    theme: themes[i % themes.length] ?? 'light',
    locale: locales[i % locales.length] ?? LOCALES[0],
  }));
}
