'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { LocalPager, useLocalPages } from '@/components/data-table/pages/local-pager';
import { SimpleTable } from '@/components/data-table/rows/simple-table';
import { useFormat } from '@/components/layout/preferences/use-format';
import { Panel } from '@/components/ui/content/panel';
import { Button } from '@/components/ui/controls/button';
import { Segmented } from '@/components/ui/controls/segmented';
import { saveText } from '@/components/ui/save-blob';
import { csvTable } from '@/lib/api/csv';
import { MAX_CIDRS } from '@/lib/guard/bwlist/address';
import type { Import } from './imports';
import type { Accepted, Report, Why } from './read-lines';

const ROWS = 20;
const OUTCOMES = ['refused', 'repeated', 'known', 'rewritten', 'accepted'] as const;
type Outcome = (typeof OUTCOMES)[number];
/** A line as read, with what was found out about it. */
type Line = { line: number; text: string; ip_addr?: string; why?: Why; of?: number };

function linesOf({ refused, repeated, accepted }: Report, known: ReadonlySet<string> | undefined, outcome: Outcome) {
  const isKnown = ({ ip_addr }: Accepted) => known?.has(ip_addr) ?? false;
  const lines: Record<Outcome, () => readonly Line[]> = {
    refused: () => refused,
    repeated: () => repeated,
    known: () => accepted.filter(isKnown),
    rewritten: () => accepted.filter((row) => row.text !== row.ip_addr && !isKnown(row)),
    accepted: () => accepted.filter((row) => !isKnown(row)),
  };
  return lines[outcome]();
}

/** What a line comes to, in words. */
function useSaid(): (outcome: Outcome, line: Line) => string {
  const t = useTranslations('guard.bwlist.import');
  return (outcome, { text, why, ip_addr = '', of = 0 }) => {
    const family = text.includes(':') ? 'ipv6' : 'ipv4';
    if (outcome === 'refused') return t(`why.refused.${why ?? 'ip_address'}`, { max: MAX_CIDRS, family });
    return outcome === 'accepted' ? ip_addr : t(`why.${outcome}`, { ip_addr, of });
  };
}

/** The report line by line, one outcome at a time. */
export function ReportPanel({ found, report }: { found: Import; report: Report }) {
  const t = useTranslations('guard.bwlist.import');
  const format = useFormat();
  const known = found.state?.known;
  const said = useSaid();
  const [outcome, choose] = useState<Outcome>(report.refused.length > 0 ? 'refused' : 'accepted');
  const save = () => {
    const rows = OUTCOMES.filter((each) => each !== 'rewritten').flatMap((each) =>
      linesOf(report, known, each).map((row) => [row.line, row.text, each, said(each, row)]),
    );
    const name = `${t('file')}-${format.date(Date.now())}.csv`;
    saveText(name, csvTable(['line', 'text', 'outcome', 'reason'], rows), 'text/csv;charset=utf-8');
  };
  return (
    <Panel
      title={t('report')}
      padded={false}
      actions={
        <Button size="small" icon="download" onClick={save}>
          {t('save')}
        </Button>
      }
    >
      <div className="border-b border-line p-(--panel-pad) py-2.5">
        <Segmented
          name={t('outcome')}
          value={outcome}
          onChange={choose}
          segments={OUTCOMES.map((value) => ({ value, label: t(`outcomes.${value}`) }))}
        />
      </div>
      <Lines key={outcome} lines={linesOf(report, known, outcome)} outcome={outcome} />
    </Panel>
  );
}

function Lines({ lines, outcome }: { lines: readonly Line[]; outcome: Outcome }) {
  const t = useTranslations('guard.bwlist.import');
  const format = useFormat();
  const said = useSaid();
  const pages = useLocalPages(lines, ROWS);
  if (lines.length === 0) return <p className="p-(--panel-pad) text-ink-3">{t(`none.${outcome}`)}</p>;
  return (
    <>
      <SimpleTable
        caption={t('report')}
        rows={pages.shown}
        rowId={({ line, ip_addr = '' }) => `${line} ${ip_addr}`}
        columns={[
          {
            id: 'text',
            header: t('fields.text'),
            cell: (row) => <code className="text-12 break-all">{row.text}</code>,
          },
          {
            id: 'line',
            header: t('fields.line'),
            align: 'right',
            width: 90,
            phone: 'state',
            cell: (row) => <span className="text-ink-3 tabular-nums">{format.number(row.line)}</span>,
          },
          { id: 'said', header: t('fields.said'), cell: (row) => said(outcome, row) },
        ]}
      />
      <LocalPager pages={pages} />
    </>
  );
}
