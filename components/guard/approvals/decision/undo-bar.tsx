'use client';

import { useTranslations } from 'next-intl';
import { useAuditMark } from '@/components/guard/domains/audit-state';
import { useList, useNow } from '@/components/layout/preferences/use-format';
import { CutMiddle } from '@/components/ui/content/cut-middle';
import { Kbd } from '@/components/ui/content/kbd';
import { Mark } from '@/components/ui/content/mark';
import { Button } from '@/components/ui/controls/button';
import { cx } from '@/components/ui/cx';
import { HOLD_MS } from '@/lib/guard/approvals/contract';
import type { Desk } from '../desk/use-desk';
import { type HeldGroup, inGroups } from './holds';

/** More decisions than these are counted, not listed. */
export const HELD_SHOWN = 3;

/** Whole seconds until a decision takes effect, as this browser counts. */
export function useSecondsLeft(): (ends_at: number) => number {
  const now = useNow(250);
  return (ends_at) => Math.ceil(Math.min(HOLD_MS, Math.max(0, ends_at - now)) / 1000);
}

function Seconds({ ends_at }: { ends_at: number }) {
  const t = useTranslations('guard.approvals.hold');
  const seconds = useSecondsLeft()(ends_at);
  return <span className="text-ink-3 tabular-nums">{seconds > 0 ? t('in', { seconds }) : t('now')}</span>;
}

function Line({ group, isOwn, isFirst, desk }: { group: HeldGroup; isOwn: boolean; isFirst: boolean; desk: Desk }) {
  const t = useTranslations('guard.approvals.hold');
  const { meaning, shape, word } = useAuditMark()(group.audit_status);
  const [first, ...more] = group.holds;
  const name = more.length > 0 ? t('domains', { count: group.holds.length }) : (first?.domain ?? '');
  return (
    <li className="flex items-center gap-2 px-3 py-1.5">
      <Mark meaning={meaning} shape={shape} />
      <span className="min-w-0 flex-1">
        <span className="block font-medium" title={group.holds.map((hold) => hold.domain).join('\n')}>
          <CutMiddle text={name} />
        </span>
        <span className="block text-12 text-ink-2">
          {isOwn ? word : t('by', { state: word, name: group.user_name })} · <Seconds ends_at={group.ends_at} />
        </span>
      </span>
      <Button
        size="small"
        aria-label={t('undo_named', { domain: name })}
        pending={desk.undoing}
        onClick={() => desk.undo(group.holds)}
      >
        {t('undo')}
        {isFirst ? (
          <span className="max-sm:hidden">
            <Kbd>U</Kbd>
          </span>
        ) : null}
      </Button>
    </li>
  );
}

/** Decisions that can still be taken back, with the time that is left. The first of one's own answers the key U. */
export function UndoBar({ desk, className }: { desk: Desk; className?: string }) {
  const t = useTranslations('guard.approvals.hold');
  const list = useList();
  const mark = useAuditMark();
  const groups = inGroups(desk.holds.holds);
  const own = groups.find(desk.holds.isOwn);
  const shown = groups.slice(0, HELD_SHOWN);
  const names = own ? list(own.holds.map((hold) => hold.domain)) : '';
  return (
    <>
      <span role="status" className="sr-only">
        {own ? t('announced', { domain: names, state: mark(own.audit_status).word }) : ''}
      </span>
      {groups.length > 0 ? (
        <section aria-label={t('title')} className={cx('rounded-3 border border-line-strong bg-raised', className)}>
          <ul className="divide-y divide-line">
            {shown.map((group) => (
              <Line key={group.key} group={group} isOwn={desk.holds.isOwn(group)} isFirst={group === own} desk={desk} />
            ))}
            {groups.length > shown.length ? (
              <li className="px-3 py-1.5 text-12 text-ink-3">{t('more', { count: groups.length - shown.length })}</li>
            ) : null}
          </ul>
        </section>
      ) : null}
    </>
  );
}
