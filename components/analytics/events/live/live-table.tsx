'use client';

import { useTranslations } from 'next-intl';
import { type ReactNode, useRef } from 'react';
import { Toolbar } from '@/components/data-table/filters/toolbar';
import type { ListScreen } from '@/components/data-table/pages/use-list-screen';
import { SimpleTable } from '@/components/data-table/rows/simple-table';
import { Panel } from '@/components/ui/content/panel';
import { Button } from '@/components/ui/controls/button';
import { useCountdown } from '@/components/ui/states/error-state';
import { Note } from '@/components/ui/states/note';
import { Refusal } from '@/components/ui/states/refusal';
import { Skeleton } from '@/components/ui/states/skeleton';
import type { EventVO } from '@/lib/analytics/search/contract';
import { useEventsInSight } from '../events-columns';
import { OpenEvent, type SetOpenId } from '../open-event';
import { useIsPast, useLive } from './use-live';

type Props = {
  list: ListScreen<EventVO>;
  toolbar: ReactNode;
  openId: string | null;
  setOpenId: SetOpenId;
};

/** What a list says of its rows beside when they were and which page of them it is. */
function askedOf({ values, search, searched }: ListScreen<EventVO>): Record<string, string> {
  const asked = { domain_id: values.domain_id, site_id: values.site_id, filter: values.filter };
  const all = { ...asked, target_user_id: values.target_user_id, ...(search ? { [search.param]: searched } : {}) };
  return Object.fromEntries(Object.entries(all).filter((pair): pair is [string, string] => Boolean(pair[1])));
}

/** The list as requests come; another search begins anew. */
export function LiveTable(props: Props) {
  const asked = askedOf(props.list);
  return <Live key={JSON.stringify(asked)} {...props} asked={asked} />;
}

function Live({ list, toolbar, openId, setOpenId, asked }: Props & { asked: Record<string, string> }) {
  const t = useTranslations('analytics.events');
  const searchRef = useRef<HTMLInputElement>(null);
  const topRef = useRef<HTMLDivElement>(null);
  const columns = useEventsInSight(list);
  const isPast = useIsPast(topRef);
  const isHeld = isPast || openId !== null;
  const { shown, waiting, hasGaps, hasAnswer, error, pauseMs, refresh } = useLive(asked, isHeld);
  const goOn = () => {
    setOpenId(null, 'replace');
    topRef.current?.scrollIntoView({ block: 'nearest' });
  };
  return (
    <Panel padded={false}>
      <Toolbar list={{ ...list, refresh, isFetching: false }} searchRef={searchRef}>
        {toolbar}
      </Toolbar>
      <div ref={topRef} className="h-px" />
      <div className="sticky top-0 z-10 flex min-h-10 flex-wrap items-center gap-2 border-b border-line bg-panel px-(--panel-pad) py-1.5 text-12">
        <span role="status" className="font-medium">
          {t(isHeld ? 'live.paused' : 'live.running')}
        </span>
        {isHeld ? (
          <>
            <span className="text-ink-2 tabular-nums">{t('live.waiting', { count: waiting })}</span>
            <Button size="small" onClick={goOn}>
              {t('live.go_on')}
            </Button>
          </>
        ) : (
          <span className="text-ink-3">{t(hasGaps ? 'live.gaps' : 'live.kept')}</span>
        )}
      </div>
      {error ? <Refused error={error} pauseMs={pauseMs} /> : null}
      {shown.length > 0 ? (
        <SimpleTable
          caption={t('title')}
          rows={shown}
          columns={columns}
          rowId={({ event_id }) => event_id}
          onOpenRow={({ event_id }) => setOpenId(event_id, 'push')}
          isOpen={({ event_id }) => event_id === openId}
        />
      ) : null}
      {shown.length === 0 && hasAnswer ? (
        <p className="px-(--panel-pad) py-8 text-center text-ink-2">{t('live.none')}</p>
      ) : null}
      {shown.length === 0 && !hasAnswer && !error ? <Skeleton lines={5} className="p-(--panel-pad)" /> : null}
      <OpenEvent rows={shown} openId={openId} setOpenId={setOpenId} />
    </Panel>
  );
}

/** An answer that did not come: why, and when the page asks again. */
function Refused({ error, pauseMs }: { error: unknown; pauseMs: number }) {
  const t = useTranslations('analytics.events.live');
  const seconds = useCountdown(Math.ceil(pauseMs / 1_000), error);
  return (
    <Note meaning="pending" icon="clock" title={t('refused')} className="m-2">
      <Refusal error={error} /> {t('again', { seconds })}
    </Note>
  );
}
