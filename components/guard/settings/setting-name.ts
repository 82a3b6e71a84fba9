'use client';

import { useTranslations } from 'next-intl';

/** What a setting is called; one the console does not know goes by its key. */
export function useSettingName(): (key: string) => string {
  const t = useTranslations('guard.settings.names');
  return (key) => (t.has(key) ? t(key) : key);
}
