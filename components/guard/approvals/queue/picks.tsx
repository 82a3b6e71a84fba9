'use client';

import { useTranslations } from 'next-intl';
import { Can } from '@/components/layout/account/can';
import { Kbd } from '@/components/ui/content/kbd';
import { Button, IconButton } from '@/components/ui/controls/button';
import { Checkbox } from '@/components/ui/controls/checkbox';
import { APPROVED, type Domain, IN_REVIEW, REJECTED } from '@/lib/guard/domains/contract';
import { inGroups } from '../decision/holds';
import { HELD_SHOWN } from '../decision/undo-bar';
import { DECISION_WORDS } from '../decision/use-decision';
import type { Desk } from '../desk/use-desk';

/** Picks a row for a decision about several; with Shift everything from the last one to it. */
export function Pick({ domain: { domain, domain_id }, desk }: { domain: Domain; desk: Desk }) {
  const t = useTranslations('guard.approvals.batch');
  return (
    <span
      className="flex h-10 flex-none items-center pl-3.5 max-sm:h-11"
      onClickCapture={(event) => {
        if (!event.shiftKey) return;
        event.preventDefault();
        desk.pick(domain_id, true);
      }}
    >
      <Checkbox
        name={t('pick', { domain })}
        checked={desk.picked.some((row) => row.domain_id === domain_id)}
        onChange={() => desk.pick(domain_id, false)}
      />
    </span>
  );
}

const DECISIONS = [
  { decision: APPROVED, cap: 'A' },
  { decision: IN_REVIEW, cap: 'V' },
  { decision: REJECTED, cap: 'R' },
] as const;

/** Height of the decisions on hold, in pixels, which are at the foot of the page; 0 where there are none. */
export function heldHeight({ holds }: Desk): number {
  const lines = Math.min(inGroups(holds.holds).length, HELD_SHOWN);
  return lines > 0 ? lines * 53 + 12 : 0;
}

/** What can be decided about everything picked. */
export function PickedBar({ desk }: { desk: Desk }) {
  const t = useTranslations('guard.approvals');
  const table = useTranslations('common.table');
  const { picked } = desk;
  if (picked.length === 0) return null;
  return (
    <div
      style={{ ['--foot' as string]: `${heldHeight(desk) > 0 ? heldHeight(desk) + 20 : 0}px` }}
      className="border-t border-accent-line bg-selected px-4 py-2 max-sm:sticky max-sm:bottom-(--foot) max-sm:z-10"
    >
      <div className="flex items-center gap-2">
        <b className="flex-1 tabular-nums" role="status">
          {table('selected', { count: picked.length })}
        </b>
        <IconButton icon="close" size="small" name={table('clear_selection')} onClick={desk.clear} />
      </div>
      <div className="mt-1 flex flex-wrap gap-2">
        <Can permission="guard.domain.audit">
          {DECISIONS.map(({ decision, cap }) => (
            <Button
              key={decision}
              size="small"
              variant={decision === REJECTED ? 'danger-soft' : undefined}
              onClick={() => desk.decidePicked(decision)}
            >
              {t(`batch.button.${DECISION_WORDS[decision]}`)}
              <span aria-hidden="true" className="max-sm:hidden">
                <Kbd>{cap}</Kbd>
              </span>
            </Button>
          ))}
        </Can>
      </div>
    </div>
  );
}
