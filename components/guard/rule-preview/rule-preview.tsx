'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { BarRow } from '@/components/charts/kinds/bar-row';
import { useFormat, useList } from '@/components/layout/preferences/use-format';
import { Panel } from '@/components/ui/content/panel';
import { Button } from '@/components/ui/controls/button';
import { Link } from '@/components/ui/controls/link';
import { cx } from '@/components/ui/cx';
import { Note } from '@/components/ui/states/note';
import { Refusal } from '@/components/ui/states/refusal';
import { Skeleton } from '@/components/ui/states/skeleton';
import { filterText } from '@/lib/analytics/filters/contract';
import { ApiError } from '@/lib/api/client';
import type { RulePreview as Preview } from '@/lib/guard/rule-preview/contract';
import { filtersOf } from '@/lib/guard/rule-preview/vocabulary';
import type { Match } from '@/lib/guard/rules/contract';
import { Course } from './course';
import { MinuteGrid } from './minute-grid';
import type { PreviewedRule, useRulePreview } from './use-rule-preview';
import { Verdicts } from './verdicts';

type Kind = 'cc' | 'acl';
type FoundOut = ReturnType<typeof useRulePreview>;

/** What a draft of a rule would have matched in the last 24 hours. */
export function RulePreview({ kind, rule, found }: { kind: Kind; rule: PreviewedRule; found: FoundOut }) {
  const t = useTranslations('guard.rule-preview');
  const { missing, preview, isAskable, isBehind } = found;
  const { data, error } = preview;
  const content = () => {
    if (missing !== null) return <p className="text-ink-2">{missing}</p>;
    if (!isAskable) return <p className="text-ink-2">{t('incomplete')}</p>;
    if (error) return <Failed error={error} onRetry={() => preview.refetch()} />;
    if (!data) return <Skeleton lines={8} />;
    return (
      <div aria-busy={isBehind} className={cx('flex flex-col gap-4', isBehind && 'opacity-60')}>
        <Found kind={kind} preview={data} matches={rule.matches as readonly Match[]} />
      </div>
    );
  };
  return (
    <Panel title={t(`title.${kind}`)} actions={<span className="text-12 text-ink-2">{t('day')}</span>}>
      {content()}
    </Panel>
  );
}

/** What was refused is asked again once it is mended; only what failed is worth another try. */
function Failed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const t = useTranslations('common.error');
  const isRefused = error instanceof ApiError && error.status === 400;
  const retry = (
    <Button size="small" onClick={onRetry}>
      {t('retry')}
    </Button>
  );
  return (
    <Note meaning="rejected" role="status" action={isRefused ? undefined : retry}>
      <Refusal error={error} />
    </Note>
  );
}

type FoundProps = { kind: Kind; preview: Preview; matches: readonly Match[] };

function Found({ kind, preview, matches }: FoundProps) {
  const t = useTranslations('guard.rule-preview');
  const { matched, exceeded, unanswerable, gives_up, domains } = preview;
  const givenUp = gives_up.length > 0 ? <GivenUp expressions={gives_up.map((i) => matches[i]?.data ?? '')} /> : null;
  if (domains === 0)
    return (
      <>
        {givenUp}
        <p className="text-ink-2">{t('no_domains')}</p>
      </>
    );
  return (
    <>
      {givenUp}
      {unanswerable.length > 0 ? (
        <Unanswerable fields={unanswerable.map((i) => matches[i]?.field ?? '')} isAll={matched === null} />
      ) : null}
      {kind === 'cc' && matched && exceeded === null ? <Note meaning="unaudited">{t('no_sources')}</Note> : null}
      {matched && exceeded ? <Exceeding preview={preview} matched={matched} exceeded={exceeded} /> : null}
      {matched && !exceeded ? <Matching preview={preview} matched={matched} /> : null}
      {matched && matched.requests > 0 ? <Links preview={preview} matches={matches} /> : null}
    </>
  );
}

function Unanswerable({ fields, isAll }: { fields: readonly string[]; isAll: boolean }) {
  const t = useTranslations('guard.rule-preview.unanswerable');
  const list = useList();
  return (
    <Note meaning="unaudited" title={t('title', { fields: list([...new Set(fields)]) })}>
      {t(isAll ? 'all' : 'some')}
    </Note>
  );
}

function GivenUp({ expressions }: { expressions: readonly string[] }) {
  const t = useTranslations('guard.rule-preview.gives_up');
  const list = useList();
  return (
    <Note meaning="unaudited" title={t('title', { expressions: list([...new Set(expressions)]) })}>
      {t('text')}
    </Note>
  );
}

function Figure({ value, children }: { value: number; children: ReactNode }) {
  const format = useFormat();
  return (
    <div aria-live="polite">
      <div className="text-28 leading-8 font-semibold tabular-nums">{format.number(value)}</div>
      <div className="text-12 text-ink-2">{children}</div>
    </div>
  );
}

type Matched = NonNullable<Preview['matched']>;
type Exceeded = NonNullable<Preview['exceeded']>;

function Matching({ preview, matched }: { preview: Preview; matched: Matched }) {
  const t = useTranslations('guard.rule-preview');
  const format = useFormat();
  const { requests, addresses, minutes, paths, actions } = matched;
  const share = preview.policy_requests === 0 ? 0 : (100 * requests) / preview.policy_requests;
  return (
    <>
      <Figure value={requests}>{t('matched', { requests, addresses, share: format.percent(share, 2) })}</Figure>
      {requests > 0 ? (
        <>
          <Course stime={preview.stime} minutes={minutes} />
          <Top title={t('paths')} rows={paths} of={requests} token="monitor" />
          <Verdicts actions={actions} />
        </>
      ) : null}
    </>
  );
}

function Exceeding({ preview, matched, exceeded }: { preview: Preview; matched: Matched; exceeded: Exceeded }) {
  const t = useTranslations('guard.rule-preview');
  const { requests, sources, minutes, top } = exceeded;
  const over = minutes.filter((n) => n > 0).length;
  return (
    <>
      <Figure value={requests}>
        {t('exceeded', { requests, sources, over, minutes: minutes.length, matched: matched.requests })}
      </Figure>
      {matched.requests > 0 ? <MinuteGrid stime={preview.stime} matched={matched.minutes} exceeded={minutes} /> : null}
      {requests > 0 ? <Top title={t('sources')} rows={top} of={requests} token="limited" /> : null}
      {matched.requests > 0 ? <Verdicts actions={matched.actions} /> : null}
    </>
  );
}

type TopProps = { title: string; rows: Matched['paths']; of: number; token: string };

function Top({ title, rows, of, token }: TopProps) {
  const t = useTranslations('guard.rule-preview');
  const format = useFormat();
  const most = rows[0]?.requests ?? 1;
  return (
    <div>
      <h3 className="text-12 font-normal text-ink-2">{title}</h3>
      <ul className="mt-0.5">
        {rows.map(({ value, requests }) => (
          <BarRow
            key={value}
            entry={{
              lines: [value || t('everything')],
              value: format.number(requests),
              share: format.percent((100 * requests) / of),
              bars: [{ key: value, token, width: (100 * requests) / most }],
            }}
            isMono
          />
        ))}
      </ul>
    </div>
  );
}

function Links({ preview: { stime, etime }, matches }: { preview: Preview; matches: readonly Match[] }) {
  const t = useTranslations('guard.rule-preview');
  const filters = filtersOf(matches);
  const query = new URLSearchParams({ stime: String(stime), etime: String(etime) });
  if (filters.length > 0) query.set('filter', filterText(filters));
  const isExact = filters.length === matches.length;
  return (
    <div className="border-line border-t pt-3 text-12 text-ink-2">
      {isExact ? null : <p className="mb-1">{t('filters_partly')}</p>}
      <p className="flex flex-wrap gap-x-4 gap-y-1">
        <Link className="link" href={`/analytics/events?${query}`}>
          {t('events')}
        </Link>
        <Link className="link" href={`/analytics/overview?${query}`}>
          {t('charts')}
        </Link>
      </p>
    </div>
  );
}
