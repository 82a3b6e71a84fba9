'use client';

import { useQuery } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useWord } from '@/components/audit/word';
import { Can } from '@/components/layout/account/can';
import { Detail } from '@/components/layout/page/detail';
import { useDialogParam } from '@/components/layout/page/use-dialog-param';
import { PageHeader } from '@/components/ui/content/page-header';
import { Button, ButtonLink } from '@/components/ui/controls/button';
import { whenOnline } from '@/components/ui/states/when-online';
import { call } from '@/lib/api/client';
import { MAX_BATCH, type ScheduleDomain, schedules } from '@/lib/guard/schedules/contract';
import { SRC, START } from '@/lib/guard/schedules/vocabulary';
import { ConnectionNote, useIsConnected } from './connection-note';
import { DomainState } from './domain-state';
import { DriftNote } from './drift-note';
import { FailoverNote, useFailover } from './failover-note';
import { HistoryPanel } from './history-panel';
import { modeKey, OPERATIONS, otherMode } from './operation';
import { SCHEDULE } from './permissions';
import { RecordsPanel } from './records-panel';

const OperateDialog = dynamic(
  whenOnline(() => import('./operate-dialog').then((m) => m.OperateDialog)),
  { ssr: false },
);
const BatchDialog = dynamic(
  whenOnline(() => import('./batch-dialog').then((m) => m.BatchDialog)),
  { ssr: false },
);

const LIST = '/guard/schedules';
const WATCH_MS = 3_000;

/** The DNS records of one domain, and what is done with them. */
export function ScheduleScreen({ id }: { id: string }) {
  return (
    <Detail
      endpoint={schedules.view}
      id={id}
      back={LIST}
      refreshEvery={({ last_affair_status }) => (last_affair_status === START ? WATCH_MS : false)}
    >
      {(domain) => <Loaded domain={domain} />}
    </Detail>
  );
}

/** What the authoritative server answers now; asked again once an affair of the domain began or ended. */
function useDrift({ domain_id, last_affair_ctime, last_affair_status }: ScheduleDomain) {
  const input = { params: { id: domain_id } };
  return useQuery({
    queryKey: [schedules.drift.path, input, last_affair_ctime, last_affair_status],
    queryFn: ({ signal }) => call(schedules.drift, input, signal),
    retry: false,
  });
}

function Actions({ domain, open }: { domain: ScheduleDomain; open: (dialog: string) => void }) {
  const t = useTranslations('guard.schedules');
  const mode = otherMode(domain);
  return (
    <>
      <ButtonLink href={`/guard/domains/${domain.domain_id}?tab=dns`}>{t('to_domain')}</ButtonLink>
      <ButtonLink icon="history" href={`${LIST}/affairs?domain_id=${domain.domain_id}`}>
        {t('affairs')}
      </ButtonLink>
      <Can permission={SCHEDULE.init}>
        <Button onClick={() => open('init')}>{`${t('operate.init')}…`}</Button>
      </Can>
      <Can permission={SCHEDULE.reset}>
        <Button onClick={() => open('reset')}>{`${t('operate.reset')}…`}</Button>
      </Can>
      <Can permission={SCHEDULE.switch}>
        <Button variant={mode === SRC ? 'danger-soft' : 'primary'} onClick={() => open('switch')}>
          {`${t('operate.switch', { mode: modeKey(mode) })}…`}
        </Button>
      </Can>
    </>
  );
}

function Loaded({ domain }: { domain: ScheduleDomain }) {
  const t = useTranslations('guard.schedules');
  const word = useWord();
  const isConnected = useIsConnected();
  const dialog = useDialogParam();
  const drift = useDrift(domain);
  const found = drift.data?.connected ? drift.data : undefined;
  const failover = useFailover(domain.domain_id);
  const [chosen, choose] = useState<ReadonlySet<string>>(new Set());
  const all = [...domain.src_records, ...domain.node_records];
  // Records made anew have other ids.
  const present = new Set(all.flatMap(({ record_id }) => (chosen.has(record_id) ? record_id : [])));
  const onChoose = (record_id: string, isChosen: boolean) =>
    choose(
      new Set(isChosen ? [...present, record_id].slice(0, MAX_BATCH) : [...present].filter((id) => id !== record_id)),
    );
  const table = { drift: drift.data, chosen: present, onChoose };
  const operation = OPERATIONS.find((one) => dialog.isOpen(one));
  const batch = (['enable', 'disable'] as const).find((one) => dialog.isOpen(one));
  return (
    <>
      <PageHeader
        title={domain.domain_name}
        beside={<DomainState domain={domain} drift={found} isHead />}
        description={t(isConnected === false ? 'records.kept' : 'records.description', {
          wanted: word('words.dns_mode', domain.dns_group_type),
          answered: word('words.dns_mode', domain.parsing_state),
        })}
        actions={<Actions domain={domain} open={dialog.open} />}
      />
      <ConnectionNote />
      <DriftNote
        drift={drift}
        repair={
          <Can permission={SCHEDULE.repair}>
            <Button size="small" onClick={() => dialog.open('repair')}>
              {t('drift.repair')}
            </Button>
          </Can>
        }
      />
      <FailoverNote failover={failover} />
      {present.size > 0 ? (
        <div className="mb-3 flex flex-wrap items-center gap-2">
          <span role="status" className="mr-auto">
            {t('records.selected', { count: present.size })}
          </span>
          <Button onClick={() => dialog.open('enable')}>{`${t('records.enable')}…`}</Button>
          <Button onClick={() => dialog.open('disable')}>{`${t('records.disable')}…`}</Button>
        </div>
      ) : null}
      <RecordsPanel kind="src" records={domain.src_records} {...table} />
      <RecordsPanel kind="node" records={domain.node_records} nodes={failover?.nodes} {...table} />
      <HistoryPanel domain={domain} />
      {operation ? <OperateDialog domain={domain} operation={operation} drift={found} onClose={dialog.close} /> : null}
      {batch && present.size > 0 ? (
        <BatchDialog records={all} chosen={present} on={batch === 'enable'} onClose={dialog.close} />
      ) : null}
    </>
  );
}
