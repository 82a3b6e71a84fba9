'use client';

import { useWord } from '@/components/audit/word';
import { type MarkShape, State } from '@/components/ui/content/mark';
import type { Meaning } from '@/components/ui/content/meaning';
import { BLACK, GREY_BLACK, GREY_WHITE, isBlack, WHITE } from '@/lib/guard/bwlist/contract';

export const SET_TYPES = [BLACK, WHITE, GREY_BLACK, GREY_WHITE] as const;

/** The type of a list as mark and word; a grey one has half the mark of what it is delivered as. */
export function useSetType(): (ip_set_type: number) => { meaning: Meaning; shape: MarkShape; word: string } {
  const word = useWord();
  return (ip_set_type) => ({
    meaning: isBlack(ip_set_type) ? 'blocked' : 'pass',
    shape: ip_set_type === BLACK || ip_set_type === WHITE ? 'full' : 'half',
    word: word('words.ip_set_type', ip_set_type),
  });
}

export function SetType({ ip_set_type }: { ip_set_type: number }) {
  const { meaning, shape, word } = useSetType()(ip_set_type);
  return (
    <State meaning={meaning} shape={shape} className="text-ink-2">
      {word}
    </State>
  );
}
