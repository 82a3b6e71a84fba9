'use client';

import { useTranslations } from 'next-intl';
import { Kbd } from '@/components/ui/content/kbd';

const HINTS = [
  { keys: ['J', 'K'], word: 'move' },
  { keys: ['A'], word: 'approve' },
  { keys: ['V'], word: 'review' },
  { keys: ['R'], word: 'reject' },
  { keys: ['U'], word: 'undo' },
  { keys: ['X'], word: 'pick' },
] as const;

/** The keys of the page beside its title; a phone has none. */
export function KeyHints() {
  const t = useTranslations('guard.approvals.keys');
  return (
    <ul className="flex flex-wrap items-center gap-x-4 text-12 text-ink-3 max-sm:hidden">
      {HINTS.map(({ keys, word }) => (
        <li key={word} className="flex items-center gap-1">
          {keys.map((key) => (
            <Kbd key={key}>{key}</Kbd>
          ))}
          {t(word)}
        </li>
      ))}
    </ul>
  );
}
