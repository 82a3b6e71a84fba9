'use client';

import { useTranslations } from 'next-intl';
import { Swatch } from '@/components/charts/kinds/swatch';
import { useFormat } from '@/components/layout/preferences/use-format';
import type { Meaning } from '@/components/ui/content/meaning';

const MEANINGS: Readonly<Record<string, Meaning>> = {
  pass: 'pass',
  block: 'blocked',
  limit: 'limited',
  captcha: 'captcha',
  monitor: 'monitor',
};

/** What became of requests, as parts of a bar and in words. */
export function Verdicts({ actions }: { actions: readonly { value: string; requests: number }[] }) {
  const t = useTranslations('guard.rule-preview');
  const verdict = useTranslations('charts.verdicts');
  const format = useFormat();
  const all = actions.reduce((sum, { requests }) => sum + requests, 0);
  const parts = actions.flatMap(({ value, requests }) => {
    const meaning = MEANINGS[value];
    return meaning ? [{ meaning, share: (100 * requests) / all }] : [];
  });
  return (
    <div>
      <h3 className="text-12 font-normal text-ink-2">{t('verdicts')}</h3>
      <div aria-hidden="true" className="mt-1.5 flex h-2 gap-px">
        {parts.map(({ meaning, share }) => (
          <i
            key={meaning}
            className="h-full min-w-px forced-color-adjust-none"
            style={{ width: `${share}%`, background: `var(--${meaning})` }}
          />
        ))}
      </div>
      <ul className="mt-1.5 flex flex-wrap gap-x-4 gap-y-1 text-12">
        {parts.map(({ meaning, share }) => (
          <li key={meaning} className="flex items-center gap-1.5">
            <Swatch token={meaning} />
            <span className="text-ink-2">{verdict(meaning)}</span>
            <span className="font-medium tabular-nums">{format.percent(share)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
