'use client';

import { useTranslations } from 'next-intl';
import { type ReactNode, useRef } from 'react';
import { latePart } from '@/components/layout/preferences/late-part';
import { PageHeader } from '@/components/ui/content/page-header';
import { Panel } from '@/components/ui/content/panel';
import { EmptyFrame } from '@/components/ui/states/empty-state';
import { ErrorState } from '@/components/ui/states/error-state';
import { Skeleton } from '@/components/ui/states/skeleton';
import { UndoBar } from '../decision/undo-bar';
import { QueuePanel } from '../queue/queue-panel';
import type { Queue } from '../queue/use-queue';
import { KeyHints } from './key-hints';
import { OpenPanels } from './open-panels';
import { OpenSheet } from './open-sheet';
import { type Desk, useDesk } from './use-desk';

const DecideDialog = latePart(() => import('../decision/decide-dialog').then((module) => module.DecideDialog));

/** Where nothing is open: not found, not readable, or nothing chosen. */
function NothingOpen({ queue }: { queue: Queue }) {
  const t = useTranslations('guard.approvals');
  const notFound = useTranslations('common.not_found');
  if (queue.missing) return <EmptyFrame title={notFound('object_title')}>{notFound('text')}</EmptyFrame>;
  if (queue.error)
    return <ErrorState what="common.error.what.domain" error={queue.error} permission="guard.domain.view" />;
  return (
    <div className="p-(--panel-pad)">
      {queue.waiting.isPending || queue.rows.length > 0 ? <Skeleton lines={6} /> : t('choose')}
    </div>
  );
}

function Columns({ desk, list }: { desk: Desk; list: ReactNode }) {
  const { queue } = desk;
  const { open, isPhone } = queue;
  return (
    <div className="grid items-start gap-3 sm:grid-cols-[260px_minmax(0,1fr)] lg:grid-cols-[340px_minmax(0,1fr)]">
      {list}
      {isPhone ? null : (
        <div className="flex min-w-0 flex-col gap-3 max-sm:hidden">
          {open ? (
            <OpenPanels open={open} desk={desk} />
          ) : (
            <Panel padded={false}>
              <NothingOpen queue={queue} />
            </Panel>
          )}
        </div>
      )}
      {isPhone && open ? <OpenSheet open={open} desk={desk} /> : null}
      {isPhone && (queue.missing || queue.error) ? (
        <Panel padded={false}>
          <NothingOpen queue={queue} />
        </Panel>
      ) : null}
    </div>
  );
}

function Body({ desk, list }: { desk: Desk; list: ReactNode }) {
  const t = useTranslations('guard.approvals');
  const { queue } = desk;
  const { waiting, rows } = queue;
  if (!waiting.data && waiting.error) {
    return (
      <Panel padded={false}>
        <ErrorState
          what="common.error.what.queue"
          error={waiting.error}
          permission="guard.domain.audit"
          onRetry={() => waiting.refetch()}
        />
      </Panel>
    );
  }
  if (waiting.data && rows.length === 0 && !queue.missing && !queue.error) {
    return (
      <Panel padded={false}>
        <EmptyFrame title={t('empty.title')}>{t('empty.text')}</EmptyFrame>
      </Panel>
    );
  }
  return <Columns desk={desk} list={list} />;
}

/** The queue, what is open in it, and the decision. */
export function Workplace() {
  const t = useTranslations('guard.approvals');
  const listRef = useRef<HTMLUListElement>(null);
  const desk = useDesk(listRef);
  const { asking, queue } = desk;
  const isInSheet = queue.isPhone && queue.open !== null;
  return (
    <>
      <PageHeader title={t('title')} actions={queue.rows.length > 0 ? <KeyHints /> : undefined} />
      <Body desk={desk} list={<QueuePanel desk={desk} listRef={listRef} />} />
      {isInSheet ? null : (
        <UndoBar desk={desk} className="sticky bottom-5 z-20 mt-3 w-[340px] max-w-full shadow-float max-sm:w-full" />
      )}
      {asking ? <DecideDialog asking={asking} desk={desk} /> : null}
    </>
  );
}
