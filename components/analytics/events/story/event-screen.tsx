'use client';

import { useTranslations } from 'next-intl';
import { Detail } from '@/components/layout/page/detail';
import { MainAside } from '@/components/layout/page/main-aside';
import { useFormat } from '@/components/layout/preferences/use-format';
import { KeyValueList } from '@/components/ui/content/key-value-list';
import { PageHeader } from '@/components/ui/content/page-header';
import { Panel } from '@/components/ui/content/panel';
import { type EventVO, eventSearch } from '@/lib/analytics/search/contract';
import { EVENTS } from '../event-href';
import { targetOf } from '../events-columns';
import { Verdict } from '../verdict';
import { Around } from './around';
import { InForce } from './in-force';
import { MatchedRules } from './matched-rules';
import { useFacts } from './use-facts';
import { useWhy } from './use-why';

/** One request whole: what was asked and answered, what was decided and why, who asked, and under which configuration. */
export function EventScreen({ id }: { id: string }) {
  return (
    <Detail endpoint={eventSearch.view} id={id} back={EVENTS}>
      {(event) => <Story event={event} />}
    </Detail>
  );
}

function Story({ event }: { event: EventVO }) {
  const t = useTranslations('analytics.events');
  const format = useFormat();
  const why = useWhy();
  const { verdict, answer, client, edge } = useFacts(event);
  return (
    <>
      <PageHeader
        title={`${event.method} ${event.host}`.trim()}
        beside={<Verdict action={event.action} />}
        description={<span className="tabular-nums">{format.exactTime(event.time)}</span>}
      />
      <MainAside
        aside={
          <>
            <Panel title={t('story.verdict')}>
              <p className="mb-2.5">{why(event)}</p>
              <KeyValueList facts={verdict} />
            </Panel>
            <Panel title={t('story.client')}>
              <KeyValueList facts={client} />
            </Panel>
            <InForce event={event} />
          </>
        }
      >
        <Panel title={t('story.request')}>
          <code dir="ltr" className="mb-3 block rounded-2 bg-sunken p-3 font-mono text-12 break-all">
            {event.method} {targetOf(event)}
          </code>
          <KeyValueList facts={[...answer, ...edge]} labelWidth={144} />
        </Panel>
        <Panel title={t('matches.title')}>
          {event.rule_id === 0 && event.attack_class === '' ? (
            <p className="text-ink-3">{t('story.no_rule')}</p>
          ) : (
            <MatchedRules event_id={event.event_id} />
          )}
        </Panel>
        <Around event={event} />
      </MainAside>
    </>
  );
}
