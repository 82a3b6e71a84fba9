'use client';

import { useTranslations } from 'next-intl';
import { Can } from '@/components/layout/can';
import { Button, IconButton } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
import { APPROVED, type Domain, IN_REVIEW, REJECTED } from '@/lib/guard/domains/contract';
import type { Desk } from './use-desk';

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

/** What can be decided about everything picked. */
export function PickedBar({ desk }: { desk: Desk }) {
  const t = useTranslations('guard.approvals');
  const table = useTranslations('common.table');
  const { picked } = desk;
  if (picked.length === 0) return null;
  return (
    <div className="border-t border-accent-line bg-selected px-4 py-2">
      <div className="flex items-center gap-2">
        <b className="flex-1 tabular-nums" role="status">
          {table('selected', { count: picked.length })}
        </b>
        <IconButton icon="close" size="small" name={table('clear_selection')} onClick={desk.clear} />
      </div>
      <div className="mt-1 flex flex-wrap gap-2">
        <Can permission="guard.domain.audit">
          <Button size="small" onClick={() => desk.decidePicked(APPROVED)}>
            {t('batch.button.approved')}
          </Button>
          <Button size="small" onClick={() => desk.decidePicked(IN_REVIEW)}>
            {t('batch.button.in_review')}
          </Button>
          <Button size="small" variant="danger-soft" onClick={() => desk.decidePicked(REJECTED)}>
            {t('batch.button.rejected')}
          </Button>
        </Can>
      </div>
    </div>
  );
}
