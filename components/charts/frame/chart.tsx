'use client';

import { type ReactNode, useRef, useState } from 'react';
import { Badge } from '@/components/ui/content/badge';
import { Panel } from '@/components/ui/content/panel';
import { Button } from '@/components/ui/controls/button';
import { Segmented } from '@/components/ui/controls/segmented';
import { cx } from '@/components/ui/cx';
import { Refusal } from '@/components/ui/states/refusal';
import { ChartSkeleton } from '@/components/ui/states/skeleton';
import type { Absence } from '@/lib/analytics/charts/contract';
import { formatClock } from '@/lib/i18n/format';
import { ChartTable } from '../kinds/chart-table';
import { type DrillActions, MarkProvider } from '../marks/mark-provider';
import { toSummary } from '../output/summary';
import type { ChartContext, Names, Polarity, TimeMode } from '../prepare/model';
import type { ChartWindow } from '../result/contract';
import { ChartInfo } from './chart-info';
import { ChartMenu } from './chart-menu';
import { ChartNotice, ContractProblems, RetryButton, useAbsence, useReason } from './chart-states';
import { ChartFigure } from './figure';
import { useChartContext, useChartNames } from './use-chart-context';
import { useKeptFocus } from './use-kept-focus';
import { type Read, useModel } from './use-model';

/** What is known of one chart of a batch. */
export type ChartState = {
  /** The node as answered; undefined before the first answer. */
  raw: unknown;
  /** Why the latest request failed as a whole; older data may still be there. */
  error?: unknown;
  isFetching: boolean;
  /** Unix ms of the answer in `raw`. */
  updatedAt: number;
  window?: ChartWindow;
};

export type ChartProps = {
  chart_key: string;
  /** Messages of the page, such as `analytics.overview`. */
  namespace: string;
  /** Words for values of dimensions that declare none. */
  text?: Names['text'];
  state: ChartState;
  /** What the chart is about, such as its time range, where the page does not say it. */
  about?: string;
  /** Height of a course over time with its legend, in px. */
  height?: number;
  whole?: number | null;
  polarity?: Polarity;
  curl?: string;
  /** Names every breach of the contract with its path. */
  showProblems?: boolean;
  onRetry?: () => void;
  onZoom?: (from: number, to: number) => void;
  onWiden?: () => void;
  /** What to do where no request has come for as long as sums are kept. */
  firstSteps?: ReactNode;
  /** Where marks lead; without it they are plain. */
  drill?: DrillActions;
  className?: string;
};

type View = 'chart' | 'table';

/** A chart as a panel: picture or table, what can be taken along, and every state it can be in. */
export function Chart(props: ChartProps) {
  const { chart_key, namespace, text, state, about, whole, polarity, curl, drill, className } = props;
  const holder = useRef<HTMLDivElement>(null);
  useKeptFocus(holder);
  const [view, setView] = useState<View>('chart');
  const [isAbout, setAbout] = useState(false);
  const [mode, setMode] = useState<TimeMode>('absolute');
  const names = useChartNames(namespace, chart_key, text);
  const context = useChartContext({ names, window: state.window, now: state.updatedAt, mode, polarity, whole });
  const read = useModel(state.raw, context);
  const { say } = context;
  const isTabular = read.state === 'ready' && read.model.kind !== 'table' && read.model.table.rows.length > 0;
  const segments = [
    { value: 'chart' as const, label: say('as_chart'), icon: 'overview' as const },
    { value: 'table' as const, label: say('as_table'), icon: 'table' as const },
  ];
  const isTable = view === 'table' || (read.state === 'ready' && read.model.kind === 'table');
  return (
    <Panel
      title={names.title}
      source={<SourceLine parts={[about, sourceLine(read, context)]} />}
      className={cx('[&>div:first-child]:flex-nowrap', className)}
      padded={false}
      actions={
        <>
          <Badges read={read} state={state} context={context} />
          {isTabular ? (
            <Segmented name={say('view')} value={view} onChange={setView} segments={segments} size="small" />
          ) : null}
          {read.state === 'ready' ? (
            <ChartMenu
              model={read.model}
              context={context}
              curl={curl}
              onMode={setMode}
              onAbout={() => setAbout(true)}
              holder={holder}
            />
          ) : null}
        </>
      }
    >
      <div
        ref={holder}
        tabIndex={-1}
        aria-busy={state.isFetching}
        className={cx(
          'rounded-b-3',
          !(isTable && read.state === 'ready') && 'p-(--panel-pad)',
          state.error !== undefined && 'opacity-60',
        )}
      >
        <MarkProvider drill={drill} context={context}>
          <Body {...props} read={read} context={context} isTable={isTable} />
        </MarkProvider>
        {isAbout && read.state === 'ready' ? (
          <ChartInfo
            result={read.result}
            model={read.model}
            context={context}
            answeredAt={state.updatedAt}
            explain={names.explain}
            onClose={() => setAbout(false)}
          />
        ) : null}
      </div>
    </Panel>
  );
}

type BodyProps = ChartProps & { read: Read; context: ChartContext; isTable: boolean };

function Body(props: BodyProps) {
  const { read, context, isTable, state, height = 248, showProblems, onRetry, onZoom, onWiden, firstSteps } = props;
  const reason = useReason();
  const { say } = context;
  const retry = <RetryButton say={say} onRetry={onRetry} />;
  switch (read.state) {
    case 'waiting':
      if (state.error !== undefined) {
        return (
          <ChartNotice
            height={height}
            title={say('error_title')}
            text={<Refusal error={state.error} />}
            action={retry}
          />
        );
      }
      return (
        <div role="status" data-growing-alone aria-label={say('loading', { title: context.names.title })}>
          <ChartSkeleton height={height} />
        </div>
      );
    case 'failed':
      return <ChartNotice height={height} title={say('error_title')} text={read.message} action={retry} />;
    case 'broken': {
      const text = showProblems ? <ContractProblems problems={read.problems} say={say} /> : say('contract_title');
      return (
        <ChartNotice
          height={height}
          title={say(showProblems ? 'contract_title' : 'error_title')}
          text={text}
          action={retry}
        />
      );
    }
    case 'unavailable':
      return (
        <ChartNotice
          height={height}
          title={say('unavailable_title')}
          text={reason(read.reason) ?? say('unavailable_text')}
        />
      );
    case 'ready':
      return (
        <Ready
          model={read.model}
          absence={read.result.meta.absence}
          context={context}
          isTable={isTable}
          height={height}
          onZoom={onZoom}
          onWiden={onWiden}
          firstSteps={firstSteps}
        />
      );
  }
}

type ReadyProps = Pick<ChartProps, 'onZoom' | 'onWiden' | 'firstSteps'> & {
  model: Extract<Read, { state: 'ready' }>['model'];
  absence: Absence | undefined;
  context: ChartContext;
  isTable: boolean;
  height: number;
};

function Ready({ model, absence, context, isTable, height, onZoom, onWiden, firstSteps }: ReadyProps) {
  const { say } = context;
  const why = useAbsence()(absence);
  if (isTable && model.table.rows.length > 0) {
    return <ChartTable table={model.table} context={context} caption={toSummary(model, context)} />;
  }
  if (model.empty === 'all_zero') return <ChartNotice height={height} title={say('zero_title')} text={why?.text} />;
  if (model.empty === 'no_rows') {
    const widen = onWiden ? (
      <Button size="small" onClick={onWiden}>
        {say('empty_widen')}
      </Button>
    ) : null;
    // A longer range would show nothing either.
    const isNever = absence?.latest === null;
    const action = isNever ? absence.of === 'requests' && absence.others === 0 && firstSteps : widen;
    return <ChartNotice height={height} title={why?.title ?? say('empty_title')} text={why?.text} action={action} />;
  }
  // No lower than while it was waited for, so that a chart of few rows pulls nothing up; a figure alone would be lost in
  // it, and rows that have a window's whole width to themselves are as high as they are many.
  const isRows = model.kind === 'rank' || model.kind === 'geo' || (model.kind === 'parts' && model.shape !== 'donut');
  const minHeight = model.kind === 'kpi' ? undefined : height;
  return (
    <div
      style={isRows ? { ['--least' as string]: `${height}px` } : { minHeight }}
      className={isRows ? 'md:min-h-(--least)' : undefined}
    >
      <ChartFigure model={model} context={context} height={height} onZoom={onZoom} />
    </div>
  );
}

/** Left out where it does not fit beside the title: half a sentence says less than none. */
function SourceLine({ parts }: { parts: readonly (string | undefined)[] }) {
  return (
    <span className="flex h-4 flex-wrap overflow-hidden leading-4 max-sm:hidden">
      <span className="h-4 w-0" />
      <span className="whitespace-nowrap">{parts.filter(Boolean).join(' · ')}</span>
    </span>
  );
}

/** Where the numbers come from, and that the last bucket is not whole yet. */
function sourceLine(read: Read, { say }: ChartContext): string {
  if (read.state !== 'ready') return '';
  const { model } = read;
  const isOpen = model.kind === 'time' && model.buckets.at(-1)?.isOpen === true;
  return isOpen ? say('last_open') : '';
}

function Badges({ read, state, context }: { read: Read; state: ChartState; context: ChartContext }) {
  const { say, tz } = context;
  if (state.error !== undefined && state.raw !== undefined) {
    return (
      <Badge meaning="unaudited" shape="hollow">
        {say('stale', { time: formatClock(state.updatedAt, tz) })}
      </Badge>
    );
  }
  if (read.state !== 'ready' || !read.model.partial) return null;
  return (
    <Badge meaning="pending" shape="half">
      {say('partial')}
    </Badge>
  );
}
