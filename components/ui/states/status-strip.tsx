import type { ReactNode } from 'react';
import { type Meaning, meaningStyle } from '@/components/ui/content/meaning';
import { WholeDates } from '@/components/ui/content/whole-dates';

export type Stone = { label: string; verdict: ReactNode; evidence?: ReactNode; meaning: Meaning };

/** Five stones: label, verdict in words, evidence. Only the cap is coloured. */
export function StatusStrip({ stones }: { stones: readonly Stone[] }) {
  return (
    <dl className="mb-4 grid grid-cols-2 gap-[3px] md:grid-cols-5">
      {stones.map((stone) => (
        <div
          key={stone.label}
          style={meaningStyle(stone.meaning)}
          className="min-w-0 border border-t-[3px] border-line border-t-(--k) bg-panel px-3 pt-[9px] pb-2.5 [--evidence:2lh] last:max-md:col-span-2 last:max-md:[--evidence:1lh] first:md:rounded-bl-3 last:md:rounded-br-3"
        >
          <dt className="text-12 text-ink-3">{stone.label}</dt>
          <dd
            className="truncate text-14 leading-[22px]"
            title={typeof stone.verdict === 'string' ? stone.verdict : undefined}
          >
            <b>{stone.verdict}</b>
          </dd>
          {stone.evidence ? (
            <dd className="text-12 text-ink-2 max-[1280px]:min-h-(--evidence) md:max-[1280px]:line-clamp-2 min-[1280px]:truncate">
              {typeof stone.evidence === 'string' ? <WholeDates text={stone.evidence} /> : stone.evidence}
            </dd>
          ) : null}
        </div>
      ))}
    </dl>
  );
}
