'use client';

import { useTranslations } from 'next-intl';
import { State } from '@/components/ui/content/mark';
import type { Meaning } from '@/components/ui/content/meaning';

/** The colour of each verdict. */
export const MEANINGS: Readonly<Record<string, Meaning>> = {
  pass: 'pass',
  block: 'blocked',
  limit: 'limited',
  captcha: 'captcha',
  monitor: 'monitor',
};

/** What was done with a request: the square of its verdict and the word. */
export function Verdict({ action }: { action: string }) {
  const t = useTranslations('charts.values.action');
  return <State meaning={MEANINGS[action] ?? 'unaudited'}>{t.has(action) ? t(action) : action}</State>;
}
