'use client';

import { useWord } from '@/components/audit/word';
import { type MarkShape, State } from '@/components/ui/content/mark';
import type { Meaning } from '@/components/ui/content/meaning';

/** What each action is marked with; a page is a refusal with words. */
const MARKS: Readonly<Record<string, { meaning: Meaning; shape?: MarkShape }>> = {
  limit: { meaning: 'limited' },
  block: { meaning: 'blocked' },
  captcha: { meaning: 'captcha' },
  page: { meaning: 'blocked', shape: 'hollow' },
  monitor: { meaning: 'monitor' },
  allow: { meaning: 'pass' },
};

/** An action by its mark and word. */
export function RuleAction({ action }: { action: string }) {
  const word = useWord();
  return <State {...(MARKS[action] ?? { meaning: 'unaudited' })}>{word('words.rule_action', action)}</State>;
}
