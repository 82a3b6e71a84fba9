'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useFormat } from '@/components/layout/preferences/use-format';
import { Button } from '@/components/ui/controls/button';
import { notify } from '@/components/ui/overlays/toast';
import { saveText } from '@/components/ui/save-blob';
import { type CsvCell, csvTable } from '@/lib/api/csv';
import type { Column } from '../columns/types';
import type { ListScreen } from '../pages/use-list-screen';

/** More rows than this want the API, not a browser. */
const EXPORT_LIMIT = 10_000;

function csvValueOf<Row extends object>(column: Column<Row>, row: Row): CsvCell {
  if (column.value) return column.value(row);
  const raw: unknown = Reflect.get(row, column.id);
  if (
    raw === null ||
    raw === undefined ||
    typeof raw === 'number' ||
    typeof raw === 'boolean' ||
    typeof raw === 'string'
  )
    return raw;
  return JSON.stringify(raw);
}

/** The selected rows, or else every row that matches, as CSV with the fields' own names as head. */
export function ExportButton<Row extends object>({ list, fileName }: { list: ListScreen<Row>; fileName: string }) {
  const t = useTranslations('common.table');
  const format = useFormat();
  const [progress, setProgress] = useState<{ done: number; total: number } | null>(null);

  const run = async () => {
    setProgress({ done: 0, total: Math.min(list.total, EXPORT_LIMIT) });
    try {
      const selected = [...list.selection.rows().values()];
      const rows =
        selected.length > 0
          ? selected
          : await list.fetchAll(EXPORT_LIMIT, (done, total) => setProgress({ done, total }));
      const columns = list.columns.filter((column) => column.value !== null);
      const csv = csvTable(
        columns.map((column) => column.id),
        rows.map((row) => columns.map((column) => csvValueOf(column, row))),
      );
      saveText(`${fileName}-${format.date(Date.now())}.csv`, csv, 'text/csv;charset=utf-8');
      if (selected.length === 0 && list.total > EXPORT_LIMIT) {
        notify({ kind: 'progress', title: t('export_cut', { count: format.number(EXPORT_LIMIT) }) });
      }
    } catch (error) {
      notify({ kind: 'failed', title: t('export_failed'), error });
    } finally {
      setProgress(null);
    }
  };

  return (
    <Button
      icon="download"
      onClick={run}
      pending={progress !== null}
      reason={list.total === 0 && !list.isLoading ? t('nothing_to_export') : undefined}
      disabled={list.total === 0}
      className="max-sm:hidden"
    >
      {progress
        ? t('exporting', { done: format.number(progress.done), total: format.number(progress.total) })
        : t('export')}
    </Button>
  );
}
