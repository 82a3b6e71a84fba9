'use client';

import { useTranslations } from 'next-intl';
import { useWord } from '@/components/audit/word';
import { useList } from '@/components/layout/preferences/use-format';
import type { MarkShape } from '@/components/ui/content/mark';
import { State } from '@/components/ui/content/mark';
import type { Meaning } from '@/components/ui/content/meaning';
import { Tag } from '@/components/ui/content/tag';
import type { Node, NodeState as NodeStateName } from '@/lib/guard/fleet/contract';

/** Green is for what runs the latest and says so, red for what failed or is lost. */
const MARKS: Record<NodeStateName, { meaning: Meaning; shape: MarkShape }> = {
  running: { meaning: 'approved', shape: 'full' },
  behind: { meaning: 'pending', shape: 'half' },
  silent: { meaning: 'pending', shape: 'crossed' },
  failed: { meaning: 'rejected', shape: 'full' },
  lost: { meaning: 'rejected', shape: 'crossed' },
  idle: { meaning: 'unaudited', shape: 'full' },
  never: { meaning: 'unaudited', shape: 'hollow' },
};

/** How bad a concern is, wherever it is shown. */
export const SEVERITY_MEANINGS = { warning: 'pending', bad: 'rejected' } as const;

/** What a node's own figures say is wrong, in the colour of the worst of it. */
export function Concerns({ concerns }: Pick<Node, 'concerns'>) {
  const word = useWord();
  const list = useList();
  if (concerns.length === 0) return '—';
  const worst = concerns.some(({ severity }) => severity === 'bad') ? 'bad' : 'warning';
  return (
    <State meaning={SEVERITY_MEANINGS[worst]}>
      {list(concerns.map(({ what }) => word('words.node_concern', what)))}
    </State>
  );
}

/** What a node is doing, and whether it is being drained. */
export function NodeState({ node: { state, draining } }: { node: Pick<Node, 'state' | 'draining'> }) {
  const t = useTranslations('guard.fleet');
  const word = useWord();
  return (
    <span className="inline-flex items-center gap-2">
      <State {...MARKS[state]}>{word('words.node_state', state)}</State>
      {draining ? <Tag>{t('draining')}</Tag> : null}
    </span>
  );
}
