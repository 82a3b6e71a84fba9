'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useId, useState } from 'react';
import { useMissingPermission } from '@/components/layout/account/can';
import { usePermission } from '@/components/layout/account/session';
import { latePart } from '@/components/layout/preferences/late-part';
import { Panel } from '@/components/ui/content/panel';
import { Button } from '@/components/ui/controls/button';
import { cx } from '@/components/ui/cx';
import { Note } from '@/components/ui/states/note';
import { Refusal } from '@/components/ui/states/refusal';
import { ChartSkeleton } from '@/components/ui/states/skeleton';
import { query } from '@/lib/api/client';
import { domains } from '@/lib/guard/domains/contract';
import { DomainPicker } from './domain-picker';
import { useDryRun } from './use-dry-run';

// Charts are most of the code of a page.
const DryRunResult = latePart(() => import('./dry-run-result').then((m) => m.DryRunResult));

type Domain = { domain_id: string; domain: string };
type Draft = { domain_id?: string };

/** The domain a draft is tried on: its own, or of a rule for all domains the one chosen here, at first the newest. */
function useTriedDomain({ domain_id = '' }: Draft) {
  const isAllowed = usePermission()('guard.domain.list');
  const [chosen, setChosen] = useState('');
  const { data } = useQuery({ ...query(domains.list, { query: { size: 1 } }), enabled: isAllowed && domain_id === '' });
  const newest = data?.list[0];
  return { tried: domain_id || chosen || newest?.domain_id || '', newest, setChosen };
}

/** When a draft would have fired in the last 30 days. */
export function DryRunPanel({ rule, known }: { rule: Draft; known?: Domain }) {
  const t = useTranslations('analytics.alert-rules.dry_run');
  const id = useId();
  const missing = useMissingPermission('analytics.alertrule.view');
  const noCharts = useMissingPermission('analytics.alert.view');
  const { tried, newest, setChosen } = useTriedDomain(rule);
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
                key={newest?.domain_id}
                id={id}
                known={newest ?? known}
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
