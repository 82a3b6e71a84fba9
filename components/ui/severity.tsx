import type { ReactNode } from 'react';

export type SeverityLevel = 1 | 2 | 3 | 4;
const COLOURS: Record<SeverityLevel, string> = { 1: 'low', 2: 'medium', 3: 'high', 4: 'critical' };
const HEIGHTS = [4, 6, 8, 10];

/** Four rising bars: height carries the level, colour repeats it. */
export function Severity({ level, children }: { level: SeverityLevel; children: ReactNode }) {
  return (
    <span className="inline-flex items-center gap-[7px] whitespace-nowrap">
      <span aria-hidden="true" className="inline-flex h-2.5 items-end gap-px">
        {HEIGHTS.map((height, i) => (
          <i
            key={height}
            className="w-[3px] rounded-[0.5px]"
            style={{ height, background: i < level ? `var(--sev-${COLOURS[level]})` : 'var(--line-strong)' }}
          />
        ))}
      </span>
      {children}
    </span>
  );
}
