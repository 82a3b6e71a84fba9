'use client';

import { useTranslations } from 'next-intl';
import { useId } from 'react';
import { useMissingPermission } from '@/components/layout/account/can';
import { latePart } from '@/components/layout/preferences/late-part';
import { Panel } from '@/components/ui/content/panel';
import { Button } from '@/components/ui/controls/button';
import { cx } from '@/components/ui/cx';
import { Note } from '@/components/ui/states/note';
import { Refusal } from '@/components/ui/states/refusal';
import { ChartSkeleton } from '@/components/ui/states/skeleton';
import { DomainPicker } from './domain-picker';
import { useDryRun } from './use-dry-run';
import { useTriedDomain } from './use-tried-domain';

// Charts are most of the code of a page.
const DryRunResult = latePart(() => import('./dry-run-result').then((m) => m.DryRunResult));

type Domain = { domain_id: string; domain: string };
type Draft = { domain_id?: string };

/** When a draft would have fired in the last 30 days. */
export function DryRunPanel({ rule, known }: { rule: Draft; known?: Domain }) {
  const t = useTranslations('analytics.alert-rules.dry_run');
  const id = useId();
  const missing = useMissingPermission('analytics.alertrule.view');
  const noCharts = useMissingPermission('analytics.alert.view');
  const { tried, offered, setChosen } = useTriedDomain(rule);
  const { data, error, isFetching, isAskable, isBehind, run } = useDryRun(rule, tried);
  const reason = missing ?? noCharts ?? (tried === '' ? t('no_domain') : isAskable ? undefined : t('incomplete'));
  return (
    <Panel
      title={t('title')}
      source={t('range')}
      actions={
        <Button size="small" icon="play" reason={reason} pending={isFetching} onClick={run}>
          {isFetching ? t('running') : t('run')}
        </Button>
      }
    >
      <div className="flex flex-col gap-3">
        {rule.domain_id === '' && tried !== '' ? (
          <div className="flex flex-wrap items-center gap-2">
            <label htmlFor={id} className="text-ink-2">
              {t('on')}
            </label>
            <div className="w-64 max-w-full">
              <DomainPicker
                key={offered?.domain_id}
                id={id}
                known={offered ?? known}
                value={tried}
                onChange={setChosen}
              />
            </div>
          </div>
        ) : null}
        {error ? <Failed error={error} onRetry={run} /> : null}
        {data ? (
          <div aria-busy={isFetching} className={cx('flex flex-col gap-3', (isFetching || isBehind) && 'opacity-60')}>
            {isBehind && !isFetching ? <p className="text-12 text-ink-2">{t('behind')}</p> : null}
            <DryRunResult {...data} />
          </div>
        ) : null}
        {!data && isFetching ? <ChartSkeleton height={248} /> : null}
        {data || isFetching || error ? null : <p className="text-ink-2">{reason ?? t('about')}</p>}
      </div>
    </Panel>
  );
}

function Failed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const t = useTranslations('common.error');
  return (
    <Note
      meaning="rejected"
      role="alert"
      action={
        <Button size="small" onClick={onRetry}>
          {t('retry')}
        </Button>
      }
    >
      <Refusal error={error} />
    </Note>
  );
}
