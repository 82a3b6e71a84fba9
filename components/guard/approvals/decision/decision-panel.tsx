'use client';

import { useTranslations } from 'next-intl';
import type { MouseEvent } from 'react';
import { useAuditMark } from '@/components/guard/domains/audit-state';
import { Can } from '@/components/layout/account/can';
import { Button } from '@/components/ui/controls/button';
import { Note } from '@/components/ui/states/note';
import { APPROVED, IN_REVIEW, REJECTED } from '@/lib/guard/domains/contract';
import type { Desk } from '../desk/use-desk';
import type { Open } from '../queue/use-queue';
import { isWaiting } from '../queue/waiting';
import type { Stop } from './stops';
import { useSecondsLeft } from './undo-bar';
import type { Decision } from './use-decision';

/** Who decided about it a moment ago, and how long that can be taken back. */
function HoldNote({ hold, isRefused }: { hold: NonNullable<Open['hold']>; isRefused: boolean }) {
  const t = useTranslations('guard.approvals.hold');
  const { word } = useAuditMark()(hold.audit_status);
  const seconds = useSecondsLeft()(hold.ends_at);
  return (
    <Note meaning="pending" title={t('by', { state: word, name: hold.user_name })}>
      {seconds > 0 ? t('note', { seconds }) : t('now')} {isRefused ? t('refused') : null}
    </Note>
  );
}

/** What is between the reader and a decision. */
export function StopNote({ open, stop }: { open: Open; stop: Stop | null }) {
  const t = useTranslations('guard.approvals.stop');
  const { word } = useAuditMark()(open.domain.audit_status);
  const found = stop?.domain_id === open.domain.domain_id ? stop.why : null;
  if (open.hold && !open.gone) return <HoldNote hold={open.hold} isRefused={found === 'held'} />;
  // A hold that was found and is over has become a decision, or nothing.
  const shown = found === 'held' ? null : found;
  const settled = isWaiting(open.domain) ? null : open.elsewhere ? 'elsewhere' : 'settled';
  const why = open.gone ? 'gone' : (shown ?? settled ?? open.seen.since);
  if (!why) return null;
  return (
    <Note meaning={why === 'settled' ? 'monitor' : 'pending'} role="status" title={t(`${why}.title`)}>
      {t(`${why}.text`, { state: word })}
    </Note>
  );
}

/** What approving does now, from what is known of the nodes. */
export function ApproveEffect({ open }: { open: Open }) {
  const t = useTranslations('guard.approvals');
  if (!open.detail || open.gone || open.hold || open.domain.audit_status === APPROVED) return null;
  return <span className="text-12 text-ink-3">{t('approve_effect', { count: open.detail.nodes.length })}</span>;
}

/** The second click of a double click would land on the next domain. */
const single = (run: () => void) => (event: MouseEvent) => {
  if (event.detail < 2) run();
};

/** Approve, set to in review, reject; where there is nothing left to decide, the way to the next. */
export function DecisionButtons({ open, desk }: { open: Open; desk: Desk }) {
  const t = useTranslations('guard.approvals');
  const { word } = useAuditMark()(open.domain.audit_status);
  const already = (decision: Decision) =>
    open.domain.audit_status === decision ? t('is_state', { state: word }) : undefined;
  const next = desk.openNext ? (
    <Button variant="primary" className="max-sm:basis-full" onClick={single(desk.openNext)}>
      {t('next')}
    </Button>
  ) : null;
  if (open.gone) return next;
  const { hold } = open;
  if (hold) {
    return (
      <Can permission="guard.domain.audit">
        {next}
        <Button className="max-sm:flex-1" pending={desk.undoing} onClick={single(() => desk.undo([hold]))}>
          {t('hold.undo')}
        </Button>
      </Can>
    );
  }
  const waits = isWaiting(open.domain);
  return (
    <Can permission="guard.domain.audit">
      {waits ? null : next}
      <Button
        variant={waits ? 'primary' : 'secondary'}
        icon="check"
        pending={desk.pending === APPROVED}
        reason={already(APPROVED)}
        className={waits ? 'max-sm:basis-full' : 'max-sm:flex-1'}
        onClick={single(() => desk.decide(APPROVED))}
      >
        {t('approve')}
      </Button>
      <Button
        pending={desk.pending === IN_REVIEW}
        reason={already(IN_REVIEW)}
        className="max-sm:flex-1"
        onClick={single(() => desk.decide(IN_REVIEW))}
      >
        {t('review')}
      </Button>
      <Button
        variant="danger-soft"
        pending={desk.pending === REJECTED}
        reason={already(REJECTED)}
        className="max-sm:flex-1"
        onClick={single(() => desk.decide(REJECTED))}
      >
        {t('reject')}
      </Button>
    </Can>
  );
}
