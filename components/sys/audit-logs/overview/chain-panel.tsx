'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { Ago } from '@/components/layout/preferences/time';
import { useFormat } from '@/components/layout/preferences/use-format';
import { State } from '@/components/ui/content/mark';
import { Panel } from '@/components/ui/content/panel';
import { Button } from '@/components/ui/controls/button';
import { Copyable } from '@/components/ui/controls/copy-button';
import { Link } from '@/components/ui/controls/link';
import { notify } from '@/components/ui/overlays/toast';
import { Note } from '@/components/ui/states/note';
import { Refusal } from '@/components/ui/states/refusal';
import { Skeleton } from '@/components/ui/states/skeleton';
import { call, query } from '@/lib/api/client';
import { auditLogs, type ChainStates } from '@/lib/sys/audit-logs/contract';
import { OPERATIONS } from '../audit-tabs';

const CHAINS = ['operations', 'sign_ins'] as const;
type ChainName = (typeof CHAINS)[number];
type ChainState = ChainStates[ChainName];

const WATCHED_MS = 1_000;
const RESTING_MS = 60_000;

const isRunning = (states: ChainStates | undefined) =>
  states !== undefined && CHAINS.some((name) => states[name].is_running);

/** The state of both chains; watched while a check is under way. */
function useChains() {
  return useQuery({
    ...query(auditLogs.chain, {}),
    refetchInterval: ({ state }) => (isRunning(state.data) ? WATCHED_MS : RESTING_MS),
  });
}

/** A broken chain is the first thing an auditor must see. */
export function ChainAlarm() {
  const t = useTranslations('sys.audit-logs.chain');
  const { data } = useChains();
  const broken = CHAINS.filter((name) => data && data[name].broken_id !== 0);
  return broken.map((name) => {
    const id = data?.[name].broken_id ?? 0;
    return (
      <Note
        key={name}
        meaning="rejected"
        role="alert"
        className="mb-3"
        title={t('alarm', { chain: t(name), id: String(id) })}
        action={
          name === 'operations' ? (
            <Link href={`${OPERATIONS}?row=${id}`} className="link whitespace-nowrap">
              {t('show')}
            </Link>
          ) : undefined
        }
      >
        {t('alarm_text')}
      </Note>
    );
  });
}

function Verdict({ state }: { state: ChainState }) {
  const t = useTranslations('sys.audit-logs.chain');
  if (state.broken_id !== 0) {
    return (
      <State meaning="rejected" shape="crossed">
        {t('broken', { id: String(state.broken_id), more: state.broken_rows - 1 })}
      </State>
    );
  }
  if (state.is_running) {
    return (
      <State meaning="monitor" shape="half">
        {t('running')}
      </State>
    );
  }
  if (state.verified_at === 0) {
    return (
      <State meaning="unaudited" shape="hollow">
        {t('unverified')}
      </State>
    );
  }
  return <State meaning="approved">{t(state.verified_rows === state.rows ? 'sound' : 'partly')}</State>;
}

function Chain({ name, state }: { name: ChainName; state: ChainState }) {
  const t = useTranslations('sys.audit-logs.chain');
  const format = useFormat();
  const share = state.rows === 0 ? 100 : Math.min(100, (state.verified_rows / state.rows) * 100);
  return (
    <section className="not-first:mt-3.5 not-first:border-t not-first:border-line not-first:pt-3.5">
      <div className="flex items-center justify-between gap-2">
        <h3>{t(name)}</h3>
        <Verdict state={state} />
      </div>
      <div className="mt-1 text-12 text-ink-2 tabular-nums">
        {t('progress', { verified: format.number(state.verified_rows), rows: format.number(state.rows) })}
        {state.verified_at > 0 ? <> · {t.rich('checked', { time: () => <Ago value={state.verified_at} /> })}</> : null}
      </div>
      {state.acknowledged_rows > 0 ? (
        <div className="mt-1 text-12 text-ink-2">{t('acknowledged', { rows: state.acknowledged_rows })}</div>
      ) : null}
      {state.first_id > 1 ? (
        <div className="mt-1 text-12 text-ink-2">{t('begins', { id: String(state.first_id) })}</div>
      ) : null}
      <div aria-hidden="true" className="my-1.5 h-[3px] bg-(--chart-split)">
        <i
          className={`block h-full ${state.broken_id === 0 ? 'bg-(--approved)' : 'bg-(--rejected)'}`}
          style={{ width: `${share}%` }}
        />
      </div>
      <div className="flex items-center gap-2 text-12 text-ink-3">
        <span className="flex-none">{t('head')}</span>
        <Copyable text={state.head_hash} name={t('head')} />
      </div>
    </section>
  );
}

/** How far the log is proven to be whole, and the way to prove it again. */
export function ChainPanel() {
  const t = useTranslations('sys.audit-logs.chain');
  const queries = useQueryClient();
  const { data, error } = useChains();
  const verify = useMutation({
    mutationFn: () => call(auditLogs.verify, {}),
    onSuccess: (states) => queries.setQueryData(query(auditLogs.chain, {}).queryKey, states),
    onError: (cause) => notify({ kind: 'failed', title: t('title'), error: cause }),
  });
  return (
    <Panel
      title={t('title')}
      actions={
        <Button size="small" pending={verify.isPending || isRunning(data)} onClick={() => verify.mutate()}>
          {isRunning(data) ? t('running') : t('verify')}
        </Button>
      }
    >
      {data ? CHAINS.map((name) => <Chain key={name} name={name} state={data[name]} />) : null}
      {!data && error ? <Refusal error={error} /> : null}
      {!data && !error ? <Skeleton growing lines={4} /> : null}
    </Panel>
  );
}
