import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { cx } from '@/components/ui/cx';
import { Icon } from './icon';

export type CheckState = 'done' | 'now' | 'todo' | 'refused';
export type Check = { key: string; state: CheckState; fact: ReactNode; evidence?: ReactNode; action?: ReactNode };

/** What must become true: full, current, open and crossed squares; a fact, its evidence, one link. */
export function Checklist({ checks }: { checks: readonly Check[] }) {
  const t = useTranslations('common.check');
  return (
    <ul>
      {checks.map(({ key, state, fact, evidence, action }) => (
        <li
          key={key}
          className="grid grid-cols-[20px_1fr_auto] items-start gap-x-2.5 border-b border-line px-(--panel-pad) py-[11px] last:border-b-0"
        >
          <span
            role="img"
            aria-label={t(state)}
            className={cx(
              'mt-0.5 grid size-4 place-items-center rounded-1',
              state === 'done' && 'bg-approved text-panel',
              state === 'now' && 'border-[1.5px] border-pending',
              state === 'todo' && 'border-[1.5px] border-control',
              state === 'refused' && 'bg-rejected text-panel',
            )}
          >
            {state === 'done' ? <Icon name="check" size={12} /> : null}
            {state === 'refused' ? <Icon name="close" size={12} /> : null}
            {state === 'now' ? <i className="size-[7px] bg-pending" /> : null}
          </span>
          <div className="min-w-0">
            <div className="font-medium">{fact}</div>
            {evidence ? <div className="text-12 text-ink-2">{evidence}</div> : null}
          </div>
          <div className="text-12">{action}</div>
        </li>
      ))}
    </ul>
  );
}
