'use client';

import { useWord } from '@/components/audit/word';
import { type MarkShape, State } from '@/components/ui/content/mark';
import type { Meaning } from '@/components/ui/content/meaning';
import { APPROVED, IN_REVIEW, REJECTED, UNAUDITED } from '@/lib/guard/domains/contract';

export const AUDIT_STATES = [UNAUDITED, IN_REVIEW, REJECTED, APPROVED] as const;

const MARKS: Record<number, { meaning: Meaning; shape: MarkShape }> = {
  [UNAUDITED]: { meaning: 'unaudited', shape: 'hollow' },
  [IN_REVIEW]: { meaning: 'pending', shape: 'half' },
  [REJECTED]: { meaning: 'rejected', shape: 'crossed' },
  [APPROVED]: { meaning: 'approved', shape: 'full' },
};

/** Mark, colour and word of an audit_status (spec 2.3); a number the console does not know is shown as it is. */
export function useAuditMark(): (status: number) => { meaning: Meaning; shape: MarkShape; word: string } {
  const word = useWord();
  return (status) => {
    const mark = MARKS[status];
    return mark
      ? { ...mark, word: word('words.audit_status', status) }
      : { meaning: 'unaudited', shape: 'hollow', word: String(status) };
  };
}

/** How far a domain's audit is, in a table. */
export function AuditState({ status }: { status: number }) {
  const { meaning, shape, word } = useAuditMark()(status);
  return (
    <State meaning={meaning} shape={shape}>
      {word}
    </State>
  );
}
