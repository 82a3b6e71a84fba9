import type { ReactNode } from 'react';
import { type Meaning, meaningStyle } from './meaning';

export type TimelineEntry = { key: string; meaning?: Meaning; children: ReactNode; time: ReactNode };

/** A square per event, coloured by outcome. Newest first in a history, oldest first in a task. */
export function Timeline({ entries }: { entries: readonly TimelineEntry[] }) {
  return (
    <ol className="timeline">
      {entries.map((entry) => (
        <li key={entry.key} style={entry.meaning ? meaningStyle(entry.meaning) : undefined}>
          <div>{entry.children}</div>
          <div className="text-12 text-ink-3 tabular-nums">{entry.time}</div>
        </li>
      ))}
    </ol>
  );
}
