'use client';

import { useRef } from 'react';
import type { Reason } from '@/lib/guard/approvals/contract';
import { type Decision, UNREPORTED } from './use-decision';

type Draft = { decision: Decision; reason: Reason };
type Row = { domain_id: string };

/**
 * The words that were sent with a decision, until it has taken effect: a decision that was refused, dropped or taken
 * back begins with them again.
 */
export function useDrafts() {
  const drafts = useRef(new Map<string, Draft>());
  return {
    keep: (rows: readonly Row[], draft: Draft) => {
      for (const { domain_id } of rows) drafts.current.set(domain_id, draft);
    },
    drop: (ids: Iterable<string>) => {
      for (const id of ids) drafts.current.delete(id);
    },
    /** The words with which a decision about these domains begins: those that all of them have. */
    of: (decision: Decision, rows: readonly Row[]): Reason => {
      const found = rows.map(({ domain_id }) => drafts.current.get(domain_id));
      const [first] = found;
      const isShared = first?.decision === decision && found.every((draft) => draft === first);
      return isShared ? first.reason : UNREPORTED;
    },
  };
}
