'use client';

import { useTranslations } from 'next-intl';
import type { Ref } from 'react';
import { useAuditMark } from '@/components/guard/domains/audit-state';
import { useFormat } from '@/components/layout/preferences/use-format';
import { CutMiddle } from '@/components/ui/content/cut-middle';
import { State } from '@/components/ui/content/mark';
import { Panel } from '@/components/ui/content/panel';
import { IconButton } from '@/components/ui/controls/button';
import { cx } from '@/components/ui/cx';
import type { Waiting } from '@/lib/guard/approvals/contract';
import { type Domain, UNAUDITED } from '@/lib/guard/domains/contract';
import { unicodeName } from '@/lib/text/unicode-name';
import type { Desk } from '../desk/use-desk';
import { heldHeight, Pick, PickedBar } from './picks';
import { useAge } from './use-age';
import type { Open, Queue } from './use-queue';
import { countOf } from './waiting';

/** What the row's second line tells: how the name is written, the owner's note, the owner, who is never cut first. */
function Second({ domain }: { domain: Domain }) {
  const written = unicodeName(domain.domain);
  return (
    <span className="flex min-w-0 flex-1">
      {written || domain.asset_name ? (
        <>
          <span className="min-w-0 truncate">
            {written ? <bdi>{written}</bdi> : null}
            {written && domain.asset_name ? ' · ' : null}
            {domain.asset_name}
          </span>
          <span className="px-1.5 text-ink-3">·</span>
        </>
      ) : null}
      <span className="max-w-3/5 flex-none truncate">{domain.user_name}</span>
    </span>
  );
}

/** The state at the right end. What nobody touched yet stays quiet; what was decided elsewhere says so. */
function RowState({ domain, open }: { domain: Domain; open: Open | undefined }) {
  const t = useTranslations('guard.approvals');
  const mark = useAuditMark();
  const { meaning, shape, word } = mark(domain.audit_status);
  if (open?.gone) {
    return (
      <State meaning="rejected" shape="crossed">
        {t('gone')}
      </State>
    );
  }
  if (open?.hold) {
    const { meaning, shape, word } = mark(open.hold.audit_status);
    return (
      <State meaning={meaning} shape={shape}>
        {t('hold.row', { state: word })}
      </State>
    );
  }
  return (
    <State meaning={meaning} shape={shape} className={domain.audit_status === UNAUDITED ? 'text-ink-3' : undefined}>
      {open?.elsewhere ? t('elsewhere', { state: word }) : word}
    </State>
  );
}

function Row({ domain, open, desk }: { domain: Waiting; open: Open | undefined; desk: Desk }) {
  const t = useTranslations('guard.approvals');
  const format = useFormat();
  const age = useAge();
  const { queue } = desk;
  const refusal = desk.refusalOf(domain.domain_id);
  return (
    <li
      className={cx(
        'flex items-start border-b border-line last:border-b-0',
        open ? 'bg-selected shadow-[inset_3px_0_0_var(--accent)]' : 'hover:bg-hover',
      )}
    >
      <Pick domain={domain} desk={desk} />
      <button
        type="button"
        aria-current={open ? 'true' : undefined}
        onClick={() => queue.select(domain.domain_id, queue.isPhone ? 'push' : 'replace')}
        className="block min-w-0 flex-1 py-2.5 pr-4 pl-2.5 text-left focus-visible:shadow-[inset_0_0_0_2px_var(--focus)] max-sm:py-3"
      >
        <span className="flex items-center gap-2">
          <span className={cx('min-w-0 flex-1', open ? 'font-semibold' : 'font-medium')}>
            <CutMiddle text={domain.domain} />
          </span>
          <span
            className="flex-none text-12 text-ink-3 tabular-nums"
            title={t('waits_since', { time: format.exactTime(domain.waits_since) })}
          >
            {age(domain.waits_since)}
          </span>
        </span>
        <span className="mt-0.5 flex items-center gap-2 text-12 text-ink-2">
          <Second domain={domain} />
          <RowState domain={domain} open={open} />
        </span>
        {refusal ? <span className="mt-0.5 block text-12 text-danger">{refusal}</span> : null}
      </button>
    </li>
  );
}

function Foot({ queue }: { queue: Queue }) {
  const t = useTranslations('common.table');
  const approvals = useTranslations('guard.approvals');
  const format = useFormat();
  const { data, dataUpdatedAt, isError, isFetching, refetch } = queue.waiting;
  const shown = data?.list.filter((row) => !row.on_hold).length ?? 0;
  const time = format.clock(dataUpdatedAt);
  return (
    <div className="flex items-center gap-2 border-t border-line py-1.5 pr-2 pl-4 text-12 text-ink-3">
      <div className="min-w-0 flex-1">
        {data && shown < data.total ? (
          <span className="block text-ink-2">
            {approvals('bound', { shown: format.number(shown), total: format.number(data.total) })}
          </span>
        ) : null}
        <span className={isError ? 'text-(--limited-fg)' : undefined} role={isError ? 'alert' : undefined}>
          {isError ? `${t('stale', { time })} ${t('stale_text')}` : t('updated', { time })}
        </span>
      </div>
      <IconButton icon="refresh" size="small" name={t('refresh')} pending={isFetching} onClick={() => refetch()} />
    </div>
  );
}

/** Pixels that the picked bar and the decisions on hold need below the list, so that neither covers the other. */
function below(desk: Desk): number {
  return (desk.picked.length > 0 ? 81 : 0) + heldHeight(desk);
}

/** Whoever waits, the oldest first, with what is open marked. */
export function QueuePanel({ desk, listRef }: { desk: Desk; listRef: Ref<HTMLUListElement> }) {
  const t = useTranslations('guard.approvals');
  const format = useFormat();
  const { queue, holds } = desk;
  const { data } = queue.waiting;
  return (
    <Panel
      title={t('queue')}
      actions={<span className="text-ink-2 tabular-nums">{format.number(data && countOf(data, holds.isHidden))}</span>}
      padded={false}
    >
      <div
        style={{ ['--below' as string]: `${below(desk)}px` }}
        className="overflow-auto sm:max-h-[max(180px,calc(100dvh-220px-var(--below)))]"
      >
        <ul ref={listRef} aria-label={t('queue_name')}>
          {queue.rows.map((domain, i) => (
            <Row
              key={domain.domain_id}
              domain={domain}
              open={i === queue.at ? (queue.open ?? undefined) : undefined}
              desk={desk}
            />
          ))}
        </ul>
      </div>
      <PickedBar desk={desk} />
      <Foot queue={queue} />
    </Panel>
  );
}
