'use client';

import { useTranslations } from 'next-intl';
import { parseAsBoolean, useQueryState } from 'nuqs';
import { useEffect, useState } from 'react';
import { usePermission } from '@/components/layout/account/session';
import { usePageTurn } from '@/components/layout/navigation/use-page-turn';
import { PageHeader } from '@/components/ui/content/page-header';
import { Panel } from '@/components/ui/content/panel';
import { Button, ButtonLink } from '@/components/ui/controls/button';
import { CopyButton } from '@/components/ui/controls/copy-button';
import { NoPermission } from '@/components/ui/states/empty-state';
import { AddDomainForm, emptyForm } from './add-domain-form';
import { CreatedPanel } from './created-panel';
import { keepOutcome, keptOutcome, type Outcome } from './kept-outcome';
import type { NewDomains } from './new-domains';
import { NextSteps } from './next-steps';

/** Adding domains: the form, then what became of each and what is left to do. */
export function AddDomainScreen() {
  const t = useTranslations('guard.domains');
  const [start, setStart] = useState(emptyForm);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [shows, setShows] = useQueryState('result', parseAsBoolean.withDefault(false));
  // The tab's own store is read only after the first paint, which the server made without it.
  useEffect(() => setOutcome((now) => (shows ? (now ?? keptOutcome()) : null)), [shows]);
  const show = (next: Outcome) => {
    keepOutcome(next);
    setOutcome(next);
    void setShows(true, { history: 'push' });
  };
  usePageTurn(outcome);
  if (!usePermission()('guard.domain.create')) {
    return (
      <>
        <PageHeader title={t('new.title')} />
        <Panel padded={false}>
          <NoPermission permission="guard.domain.create" />
        </Panel>
      </>
    );
  }
  if (!outcome) {
    return (
      <>
        <PageHeader title={t('new.title')} description={t('new.text')} />
        <AddDomainForm start={start} onCreated={(results, values) => show({ results, values })} />
      </>
    );
  }
  const again = (values: NewDomains) => {
    setStart(values);
    setOutcome(null);
    void setShows(null, { history: 'push' });
  };
  return <Created outcome={outcome} onAgain={again} />;
}

function Created({ outcome, onAgain }: { outcome: Outcome; onAgain: (values: NewDomains) => void }) {
  const t = useTranslations('guard.domains');
  const { results, values } = outcome;
  const refused = results.filter((result) => result.domain_id === undefined);
  const created = results.length - refused.length;
  return (
    <>
      <PageHeader
        title={t('created.title', { count: created })}
        actions={
          <>
            {refused.length > 0 ? (
              <Button onClick={() => onAgain({ ...values, domains: refused.map((each) => each.domain).join('\n') })}>
                {t('created.correct', { count: refused.length })}
              </Button>
            ) : (
              <Button icon="plus" onClick={() => onAgain({ ...values, domains: '', asset_name: undefined })}>
                {t('created.another')}
              </Button>
            )}
            {created > 1 ? (
              <CopyButton
                size="normal"
                variant="secondary"
                label={t('created.copy_cnames', { count: created })}
                text={() => results.flatMap(({ domain, cname }) => (cname ? `${domain}\t${cname}` : [])).join('\n')}
              />
            ) : null}
            <ButtonLink variant="primary" href="/guard/domains">
              {t('created.to_list')}
            </ButtonLink>
          </>
        }
      />
      <div className="grid items-start gap-3 lg:grid-cols-[minmax(0,1fr)_364px]">
        <CreatedPanel results={results} />
        {created > 0 ? <NextSteps /> : null}
      </div>
    </>
  );
}
