'use client';

import { useWord } from '@/components/audit/word';
import { State } from '@/components/ui/content/mark';

/** Whether a user can sign in. */
export function UserState({ locked }: { locked: number }) {
  const word = useWord()('words.user_lock', locked === 0 ? 0 : 1);
  return locked === 0 ? (
    <State meaning="approved" shape="full">
      {word}
    </State>
  ) : (
    <State meaning="rejected" shape="crossed">
      {word}
    </State>
  );
}
