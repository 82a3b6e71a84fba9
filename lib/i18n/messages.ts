import { messages } from '@/lib/generated/messages';
import type { Locale } from './locales';

export type Messages = Record<string, unknown>;

/** What the browser needs of a language. Error texts stay on the server, which sends them already translated. */
export function clientMessages(locale: Locale): Messages {
  const { err: _server, ...rest } = messages[locale] as Messages;
  return rest;
}
