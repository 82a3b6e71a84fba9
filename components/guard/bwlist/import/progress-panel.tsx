'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Can } from '@/components/layout/account/can';
import { useFormat } from '@/components/layout/preferences/use-format';
import { State } from '@/components/ui/content/mark';
import { Panel } from '@/components/ui/content/panel';
import { Button } from '@/components/ui/controls/button';
import { ConfirmDialog } from '@/components/ui/overlays/confirm-dialog';
import { MerlonProgress } from '@/components/ui/states/merlon-progress';
import { Note } from '@/components/ui/states/note';
import { Refusal } from '@/components/ui/states/refusal';
import { type IpSet, MAX_IPS } from '@/lib/guard/bwlist/contract';
import type { ImportState } from './import-run';
import { dropImport, type Import } from './imports';
import { MAX_LINES } from './read-lines';

type Found = { set: IpSet; found: Import };

/** How far an import is, what it did, and what can be done next. */
export function ProgressPanel({ set, found }: Found) {
  const t = useTranslations('guard.bwlist.import');
  const { report, state } = found;
  return (
    <Panel title={t('import')} source={found.name} footer={<Actions set={set} found={found} />}>
      <div className="flex flex-col gap-3">
        <p role="status" aria-live="polite" className="text-14">
          <Sentence found={found} />
        </p>
        {state && state.batches > 0 ? (
          <MerlonProgress
            done={state.sent}
            now={state.phase === 'adding' || state.phase === 'stopping' ? 1 : 0}
            total={state.batches}
            label={t('batches', { done: state.sent, total: state.batches })}
          />
        ) : null}
        {report && !report.isTooLong ? <Outcomes found={found} /> : null}
        <Problem found={found} />
      </div>
    </Panel>
  );
}

function Sentence({ found: { report, state, lines } }: Pick<Found, 'found'>) {
  const t = useTranslations('guard.bwlist.import');
  if (state) {
    const { phase, checked, known, added, removed } = state;
    const total = report?.accepted.length ?? 0;
    return t(`phase.${phase}`, { checked, total, fresh: total - known.size, added, removed });
  }
  if (report === null) return t('reading', { lines });
  if (report.isTooLong) return t('too_long', { max: MAX_LINES });
  return t(report.total === 0 ? 'no_address' : 'all_refused');
}

/** What became, or will become, of the lines: the figures add up to all that were to hold an address. */
function Outcomes({ found: { report, state } }: Pick<Found, 'found'>) {
  const t = useTranslations('guard.bwlist.import');
  const format = useFormat();
  if (!report) return null;
  const known = (state?.known.size ?? 0) + (state?.others ?? 0);
  const { added = 0, removed = 0 } = state ?? {};
  const rewritten = report.accepted.filter(({ text, ip_addr }) => text !== ip_addr).length;
  const left = report.accepted.length - known - added;
  return (
    <div className="flex flex-wrap gap-x-5 gap-y-1.5">
      {added > removed ? (
        <State meaning="approved">
          {t('added')} <b className="tabular-nums">{format.number(added - removed)}</b>
        </State>
      ) : null}
      {removed > 0 ? (
        <State meaning="unaudited" shape="hollow">
          {t('removed')} <b className="tabular-nums">{format.number(removed)}</b>
        </State>
      ) : null}
      {left > 0 ? (
        <State meaning="monitor" shape="half">
          {t('to_add')} <b className="tabular-nums">{format.number(left)}</b>
        </State>
      ) : null}
      <State meaning="unaudited" shape="hollow">
        {t('known')} <b className="tabular-nums">{format.number(known)}</b>
      </State>
      <State meaning="unaudited" shape="hollow">
        {t('repeated')} <b className="tabular-nums">{format.number(report.repeated.length)}</b>
      </State>
      <State meaning="rejected" shape="crossed">
        {t('refused')} <b className="tabular-nums">{format.number(report.refused.length)}</b>
      </State>
      <span className="text-ink-3">{t('also', { rewritten, comments: report.comments })}</span>
    </div>
  );
}

function Problem({ found: { state } }: Pick<Found, 'found'>) {
  const t = useTranslations('guard.bwlist.import');
  if (!state?.error) return null;
  return (
    <Note meaning="rejected" role="alert" title={t(state.phase === 'undo_failed' ? 'undo_failed' : 'failed')}>
      <Refusal error={state.error} /> {t(state.phase === 'undo_failed' ? 'undo_failed_text' : 'failed_text')}
    </Note>
  );
}

const ENDED = ['checked', 'stopped', 'failed', 'done', 'undo_failed', 'undone'];

/** What is wrong with beginning now. */
function useRefusal({ set, found: { report, state } }: Found): string | undefined {
  const t = useTranslations('guard.bwlist.import');
  const fresh = (report?.accepted.length ?? 0) - (state?.known.size ?? 0);
  if (fresh === 0) return t('nothing_new');
  return set.count + fresh > MAX_IPS ? t('no_room', { max: MAX_IPS, count: set.count }) : undefined;
}

function Actions({ set, found }: Found) {
  const t = useTranslations('guard.bwlist.import');
  const [isAsking, setAsking] = useState(false);
  const refusal = useRefusal({ set, found });
  const { report, state, run } = found;
  const isOver = state ? ENDED.includes(state.phase) : report !== null;
  const fresh = (report?.accepted.length ?? 0) - (state?.known.size ?? 0);
  return (
    <>
      {isOver ? <Button onClick={() => dropImport(set.id)}>{t('another')}</Button> : null}
      <span className="flex-1" />
      {state && run ? (
        <Steps
          state={state}
          refusal={refusal}
          fresh={fresh}
          onStart={() => void run.start()}
          onCheck={() => void run.check()}
          onStop={run.stop}
          onUndo={() => setAsking(true)}
        />
      ) : null}
      {isAsking && state && run ? (
        <ConfirmDialog
          open
          onClose={() => setAsking(false)}
          title={t('undo.title', { name: set.name })}
          action={t('undo.action', { count: state.added - state.removed })}
          onConfirm={() => {
            void run.undo();
          }}
        >
          <ul className="list-[square] pl-5">
            <li className="text-ink">{t('undo.removes', { count: state.added - state.removed })}</li>
            <li>{t('undo.keeps', { count: state.known.size + state.others })}</li>
            <li>{t('undo.meanwhile')}</li>
            <li>{t('undo.until')}</li>
          </ul>
        </ConfirmDialog>
      ) : null}
    </>
  );
}

function Steps({
  state: { phase, added, removed, batches },
  refusal,
  fresh,
  onStart,
  onCheck,
  onStop,
  onUndo,
}: {
  state: ImportState;
  refusal: string | undefined;
  fresh: number;
  onStart: () => void;
  onCheck: () => void;
  onStop: () => void;
  onUndo: () => void;
}) {
  const t = useTranslations('guard.bwlist.import');
  const hasUndo = added > removed && ['stopped', 'failed', 'done', 'undo_failed'].includes(phase);
  const isChecked = batches > 0;
  return (
    <>
      {hasUndo ? (
        <Can permission="guard.bwlist.ip_delete">
          <Button variant="danger-soft" onClick={onUndo}>
            {t('undo.ask')}
          </Button>
        </Can>
      ) : null}
      <Can permission="guard.bwlist.ip_add">
        {phase === 'checked' ? (
          <Button variant="primary" reason={refusal} onClick={onStart}>
            {t('start', { count: fresh })}
          </Button>
        ) : null}
        {phase === 'adding' || phase === 'stopping' ? (
          <Button icon="stop" pending={phase === 'stopping'} onClick={onStop}>
            {t('stop')}
          </Button>
        ) : null}
        {phase === 'stopped' || phase === 'failed' ? (
          <Button variant="primary" onClick={isChecked ? onStart : onCheck}>
            {t('continue')}
          </Button>
        ) : null}
      </Can>
    </>
  );
}
