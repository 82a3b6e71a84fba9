'use client';

import { useTranslations } from 'next-intl';

/** Onboarding modes the console has words for (spec 2.3, mode). */
export const MODES = [1] as const;

/** An onboarding mode in words; one the console does not know is shown as its number. */
export function useModeName(): (mode: number) => string {
  const t = useTranslations('guard.domains.modes');
  return (mode) => (MODES.some((known) => known === mode) ? t(String(mode)) : String(mode));
}
