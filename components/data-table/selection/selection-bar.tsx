'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useMissingPermission } from '@/components/layout/account/can';
import { rememberRows } from '@/components/layout/page/lost-focus';
import { useFormat } from '@/components/layout/preferences/use-format';
import { Button, IconButton } from '@/components/ui/controls/button';
import { Checkbox } from '@/components/ui/controls/checkbox';
import { ConfirmDialog } from '@/components/ui/overlays/confirm-dialog';
import { Dialog } from '@/components/ui/overlays/dialog';
import { notify } from '@/components/ui/overlays/toast';
import { Refusal } from '@/components/ui/states/refusal';
import type { BulkAction } from '../columns/types';
import type { ListScreen } from '../pages/use-list-screen';
import { type BulkFailure, runBulk } from './bulk';
import { chooseAll } from './choose-all';
import { useChosen } from './use-selection';

/** More rows than this are not selected at once; nor more than the other where all that is done with them is one call. */
const SELECT_LIMIT = 1_000;
const TOGETHER_LIMIT = 10_000;

type Report<Row> = { action: BulkAction<Row>; total: number; failures: BulkFailure<Row>[] };

function BulkButton<Row extends object>({
  action,
  rows,
  progress,
  onRun,
}: {
  action: BulkAction<Row>;
  rows: readonly Row[];
  progress: string | null;
  onRun: () => void;
}) {
  const missing = useMissingPermission(action.permission);
  return (
    <Button
      size="small"
      variant={action.danger ? 'danger-soft' : 'secondary'}
      reason={missing ?? action.refuse?.(rows) ?? undefined}
      pending={progress !== null}
      onClick={onRun}
    >
      {action.confirm ? `${action.label}…` : action.label}
    </Button>
  );
}

function FailureReport<Row extends object>({
  report,
  rowName,
  onRetry,
  onClose,
}: {
  report: Report<Row>;
  rowName: (row: Row) => string;
  onRetry: () => void;
  onClose: () => void;
}) {
  const t = useTranslations('common');
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('table.bulk_failed_title', { failed: report.failures.length, total: report.total })}
      description={report.action.label}
      footer={
        <>
          <Button onClick={onClose}>{t('close')}</Button>
          <Button variant="primary" onClick={onRetry}>
            {t('table.bulk_retry')}
          </Button>
        </>
      }
    >
      <ul>
        {report.failures.map(({ row, error }) => (
          <li key={rowName(row)} className="border-b border-line py-2 last:border-b-0">
            <div className="font-medium break-words">{rowName(row)}</div>
            <div className="text-12 text-danger break-words">
              <Refusal error={error} />
            </div>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

/** What the selection can do, above the pager, so that nothing shifts when it appears. */
export function SelectionBar<Row extends object>({
  list,
  bulk,
  rowName,
}: {
  list: ListScreen<Row>;
  bulk: readonly BulkAction<Row>[];
  rowName: (row: Row) => string;
}) {
  const t = useTranslations('common.table');
  const format = useFormat();
  const common = useTranslations('common');
  const queries = useQueryClient();
  // By its label: what an action asks may depend on state of the screen, which the action of an earlier render misses.
  const [askedLabel, setAsking] = useState<string | null>(null);
  const asking = bulk.find((action) => action.label === askedLabel);
  const [progress, setProgress] = useState<string | null>(null);
  const [report, setReport] = useState<Report<Row> | null>(null);
  const rows = [...useChosen(list.selection, (chosen) => chosen).values()];

  const done = (action: BulkAction<Row>, count: number) => notify({ kind: 'done', title: action.done(count) });

  const runAtOnce = async (action: Extract<BulkAction<Row>, { runAll: unknown }>, chosen: readonly Row[]) => {
    setProgress(t('bulk_progress', { done: 0, total: chosen.length }));
    const goOn = rememberRows();
    try {
      await action.runAll(chosen);
      list.selection.drop(chosen);
      done(action, chosen.length);
    } catch (error) {
      notify({ kind: 'failed', title: action.label, error });
    } finally {
      setProgress(null);
      await queries.invalidateQueries();
      goOn();
    }
  };
  const runEach = async (action: Extract<BulkAction<Row>, { run: unknown }>, chosen: readonly Row[]) => {
    setReport(null);
    const goOn = rememberRows();
    setProgress(t('bulk_progress', { done: 0, total: chosen.length }));
    const failures = await runBulk(chosen, action.run, (done) =>
      setProgress(t('bulk_progress', { done, total: chosen.length })),
    );
    setProgress(null);
    const failed = new Set(failures.map(({ row }) => row));
    list.selection.drop(chosen.filter((row) => !failed.has(row)));
    await queries.invalidateQueries();
    goOn();
    if (failures.length > 0) setReport({ action, total: chosen.length, failures });
    else done(action, chosen.length);
  };
  const run = (action: BulkAction<Row>, chosen: readonly Row[]) =>
    'runAll' in action ? runAtOnce(action, chosen) : runEach(action, chosen);
  const limit = bulk.every((action) => 'runAll' in action) ? TOGETHER_LIMIT : SELECT_LIMIT;
  const selectAll = async () => {
    const onProgress = (done: number, total: number) => setProgress(t('bulk_progress', { done, total }));
    onProgress(0, Math.min(list.total, limit));
    try {
      await chooseAll(list.selection, () => list.fetchAll(limit, onProgress));
    } catch (error) {
      notify({ kind: 'failed', title: common('error.title'), error });
    } finally {
      setProgress(null);
    }
  };
  const isBeyond = list.total > limit;

  const asked = asking?.confirm?.(rows);
  return (
    <>
      {rows.length > 0 ? (
        <div className="sticky bottom-0 z-10 flex min-h-[49px] flex-wrap items-center gap-2 border-t border-accent-line bg-selected px-(--panel-pad) py-2">
          <Checkbox name={t('clear_selection')} checked={false} mixed onChange={list.selection.clear} />
          <b className="tabular-nums" role="status">
            {t('selected', { count: rows.length })}
          </b>
          {rows.length < Math.min(list.total, limit) && progress === null ? (
            <button type="button" className="link" onClick={selectAll}>
              {isBeyond
                ? t('select_first', { count: format.number(limit) })
                : t('select_all', { total: format.number(list.total) })}
            </button>
          ) : null}
          <span className="flex-1">
            {progress === null ? null : (
              <span role="status" className="text-12 text-ink-2 tabular-nums">
                {progress}
              </span>
            )}
          </span>
          <span className="flex flex-wrap gap-2 max-sm:basis-full">
            {bulk.map((action) => (
              <BulkButton
                key={action.label}
                action={action}
                rows={rows}
                progress={progress}
                onRun={() => (action.confirm ? setAsking(action.label) : void run(action, rows))}
              />
            ))}
          </span>
          <IconButton
            icon="close"
            size="small"
            className="max-sm:hidden"
            name={t('clear_selection')}
            onClick={list.selection.clear}
          />
        </div>
      ) : null}
      {asking && asked ? (
        <ConfirmDialog
          open
          onClose={() => setAsking(null)}
          title={asked.title}
          action={asked.action}
          typeName={asked.typeName}
          refuse={asked.refuse}
          keep={asking.danger ? undefined : common('cancel')}
          tone={asking.danger ? 'danger' : 'primary'}
          onConfirm={() => void run(asking, rows)}
        >
          {asked.body}
        </ConfirmDialog>
      ) : null}
      {report ? (
        <FailureReport
          report={report}
          rowName={rowName}
          onClose={() => setReport(null)}
          onRetry={() =>
            void run(
              report.action,
              report.failures.map(({ row }) => row),
            )
          }
        />
      ) : null}
    </>
  );
}
