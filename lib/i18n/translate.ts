import { createTranslator } from 'use-intl/core';
import { messages } from '@/lib/generated/messages';
import { LOCALES, type Locale } from './locales';

export type Translator = (key: string, values?: Record<string, string | number>) => string;

function translatorOf(locale: Locale): Translator {
  const t = createTranslator({ locale, messages: messages[locale] as unknown as Record<string, never> });
  return t as unknown as Translator;
}

const translators = Object.fromEntries(LOCALES.map((locale) => [locale, translatorOf(locale)]));

/** The server's texts in one language: errors, validation messages, permission names. */
export function translator(locale: Locale): Translator {
  return translators[locale] as Translator;
}

/** A text that needs no values; empty where there is none, or where it cannot be said without them. */
export function plainText(locale: Locale, key: string): string {
  const texts = translators[locale] as unknown as { has(key: string): boolean; raw(key: string): unknown };
  const raw = texts.has(key) ? texts.raw(key) : '';
  return typeof raw === 'string' && !/[{<]/.test(raw) ? raw : '';
}
