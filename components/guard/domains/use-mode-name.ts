'use client';

import { useWord } from '@/components/audit/word';

/** Onboarding modes the console has words for (spec 2.3, mode). */
export const MODES = [1] as const;

/** An onboarding mode in words; one the console does not know is shown as its number. */
export function useModeName(): (mode: number) => string {
  const word = useWord();
  return (mode) => word('words.onboarding_mode', mode);
}
