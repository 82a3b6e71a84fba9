'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { useFormat } from '@/components/layout/preferences/use-format';
import { Button } from '@/components/ui/controls/button';
import type { Absence } from '@/lib/analytics/charts/contract';
import type { Problem } from '@/lib/analytics/charts/lint';
import type { Say } from '../prepare/model';

/** A state in the place of a picture, as tall as the picture would be. */
export function ChartNotice({
  title,
  text,
  action,
  height,
}: {
  title: string;
  text?: ReactNode;
  action?: ReactNode;
  height: number;
}) {
  return (
    <div
      className="flex flex-col items-center justify-center gap-1 px-4 py-3 text-center"
      style={{ minHeight: height }}
    >
      <p className="font-medium">{title}</p>
      {text ? <div className="max-w-110 text-balance text-12 text-ink-2">{text}</div> : null}
      {action ? <div className="mt-1.5">{action}</div> : null}
    </div>
  );
}

export function RetryButton({ say, onRetry }: { say: Say; onRetry?: () => void }) {
  return onRetry ? (
    <Button size="small" icon="refresh" onClick={onRetry}>
      {say('retry')}
    </Button>
  ) : null;
}

/** What breaks the contract, with the path of each finding; for those who can do something about it. */
export function ContractProblems({ problems, say }: { problems: readonly Problem[]; say: Say }) {
  return (
    <ul className="mt-1 flex flex-col gap-1 text-left">
      {problems.slice(0, 5).map((p) => (
        <li key={`${p.code} ${p.path.join('.')}`}>
          <code>{p.path.join('.')}</code> {say(`problems.${p.code}`, p.values)}
        </li>
      ))}
    </ul>
  );
}

/** Why a chart is not available, in words for the server's reason. */
export function useReason(): (reason: string | undefined) => string | null {
  const t = useTranslations('charts.reasons');
  return (reason) => (reason !== undefined && t.has(reason) ? t(reason) : null);
}

/** Why a chart shows nothing, in words for what the server knows of it: a title, and what there was instead. */
export function useAbsence(): (absence: Absence | undefined) => { title: string; text?: string } | null {
  const t = useTranslations('charts.absence');
  const format = useFormat();
  return (absence) => {
    if (!absence) return null;
    const { of, others, filtered, latest } = absence;
    const title = t(others > 0 ? `${of}.none_counted` : `${of}.none`);
    const details = [
      others > 0 ? t(`${of}.others`, { n: others, filtered: String(filtered) }) : null,
      latest === null ? t('never') : null,
      typeof latest === 'number' ? t('latest', { time: format.tableTime(latest) }) : null,
    ].filter((text) => text !== null);
    return { title, ...(details.length > 0 ? { text: details.join(t('between')) } : {}) };
  };
}
