import type { ReactNode } from 'react';
import { Mark, type MarkShape } from './mark';
import { type Meaning, meaningStyle } from './meaning';

/** Tint, mark and word. In headers only; tables use State. */
export function Badge({ meaning, shape, children }: { meaning: Meaning; shape?: MarkShape; children: ReactNode }) {
  return (
    <span
      style={meaningStyle(meaning)}
      className="inline-flex h-5 items-center gap-1.5 whitespace-nowrap rounded-1 border border-(--kl) bg-(--kb) px-[7px] text-12 font-medium text-(--kf)"
    >
      <Mark meaning={meaning} shape={shape} />
      {children}
    </span>
  );
}
