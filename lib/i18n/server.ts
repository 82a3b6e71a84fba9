import { cookies, headers } from 'next/headers';
import { type Locale, resolveLocale } from './locales';
import { asDensity, asTheme, type Density, PREFERENCE_COOKIES, type Theme } from './preferences';

export type RequestPreferences = { locale: Locale; theme: Theme; density: Density };

/** Language, theme and density of the page being rendered. Reading them makes the page dynamic, as the nonce needs. */
export async function requestPreferences(): Promise<RequestPreferences> {
  const [jar, head] = await Promise.all([cookies(), headers()]);
  return {
    locale: resolveLocale(jar.get(PREFERENCE_COOKIES.locale)?.value, head.get('accept-language')),
    theme: asTheme(jar.get(PREFERENCE_COOKIES.theme)?.value),
    density: asDensity(jar.get(PREFERENCE_COOKIES.density)?.value),
  };
}

/** The nonce the front server put into the request's own policy; undefined when no front server runs before Next. */
export async function requestNonce(): Promise<string | undefined> {
  const policy = (await headers()).get('content-security-policy') ?? '';
  return /'nonce-([A-Za-z0-9+/_=-]+)'/.exec(policy)?.[1];
}
