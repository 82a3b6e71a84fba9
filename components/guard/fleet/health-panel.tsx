'use client';

import { useTranslations } from 'next-intl';
import { Ago, TableTime } from '@/components/layout/preferences/time';
import { useFormat, useNow } from '@/components/layout/preferences/use-format';
import { type Fact, KeyValueList } from '@/components/ui/content/key-value-list';
import { State } from '@/components/ui/content/mark';
import { Panel } from '@/components/ui/content/panel';
import { EmptyFrame } from '@/components/ui/states/empty-state';
import { type Concern, concernsOf, type NodeHealth } from '@/lib/guard/fleet/vocabulary';
import { SEVERITY_MEANINGS } from './node-state';

const DAY_MS = 86_400_000;
/** The way of the figures themselves takes as long. */
const CLOCK_IN_STEP_MS = 100;

/** How a node says it is, in figures, each with what is wrong about it. */
export function HealthPanel({ health }: { health: NodeHealth | null }) {
  const t = useTranslations('guard.fleet');
  return (
    <Panel title={t('health.title')}>
      {health ? <Figures health={health} /> : <EmptyFrame title={t('health.none')}>{t('health.none_text')}</EmptyFrame>}
    </Panel>
  );
}

function Figures({ health }: { health: NodeHealth }) {
  const t = useTranslations('guard.fleet.health');
  const format = useFormat();
  const now = useNow();
  const concerns = concernsOf(health, now);
  const marked = (concern: Concern, value: string) => {
    const found = concerns.find(({ what }) => what === concern);
    if (!found) return value;
    return (
      <State meaning={SEVERITY_MEANINGS[found.severity]} className="whitespace-normal!">
        {t('wrong', { value, why: t(`why.${concern}`) })}
      </State>
    );
  };
  const {
    disk_free,
    disk_size,
    certificates,
    origins,
    failing_origins,
    clock_off_ms,
    failed_upgrade,
    failed_round,
    nginx_memory,
  } = health;
  const [nearest] = certificates;
  const days = nearest ? Math.max(-1, Math.floor((nearest.ends_at - now) / DAY_MS)) : 0;
  const clock = t('clock_off', {
    way: Math.abs(clock_off_ms) < CLOCK_IN_STEP_MS ? 'none' : clock_off_ms < 0 ? 'behind' : 'ahead',
    seconds: format.number(Math.abs(clock_off_ms) / 1_000, 1),
  });
  const facts: Fact[] = [
    { label: t('said_at'), value: <Ago value={health.said_at} /> },
    { label: t('load'), value: marked('load', format.number(health.load, 2)) },
    { label: t('worker_bytes'), value: marked('memory', format.bytes(health.worker_bytes)) },
    ...(nginx_memory
      ? [
          {
            label: t('nginx_memory'),
            value: t('nginx_memory_of', {
              now: format.bytes(nginx_memory.bytes),
              first: format.bytes(nginx_memory.first_bytes),
            }),
          },
        ]
      : []),
    ...(nginx_memory?.renewed_at
      ? [{ label: t('nginx_renewed'), value: <TableTime value={nginx_memory.renewed_at} /> }]
      : []),
    { label: t('agent_bytes'), value: format.bytes(health.agent_bytes) },
    {
      label: t('disk'),
      value: marked('disk', t('disk_of', { free: format.bytes(disk_free), size: format.bytes(disk_size) })),
    },
    { label: t('unsent'), value: marked('unsent', format.bytes(health.unsent_bytes)) },
    { label: t('clock'), value: marked('clock', clock) },
    { label: t('certificate'), value: nearest ? marked('certificate', t('in_days', { days })) : t('no_certificate') },
    {
      label: t('origins'),
      value: marked('origin', t('origins_failing', { count: failing_origins })),
    },
    {
      label: t('versions'),
      value: t('versions_of', { agent: health.agent_version, nginx: health.nginx_version || '—' }),
    },
    ...(failed_round
      ? [
          {
            label: t('round'),
            value: (
              <>
                {marked('round', t('round_failed'))}{' '}
                <span className="whitespace-nowrap">
                  {t('since')} <TableTime value={failed_round.since} />
                </span>
                <code className="block text-12 break-words whitespace-pre-wrap">{failed_round.reason}</code>
              </>
            ),
          },
        ]
      : []),
    ...(failed_upgrade
      ? [
          {
            label: t('upgrade'),
            value: (
              <>
                {marked('upgrade', failed_upgrade.version)} <TableTime value={failed_upgrade.at} />
                <code className="block text-12 break-words whitespace-pre-wrap">{failed_upgrade.reason}</code>
              </>
            ),
          },
        ]
      : []),
  ];
  return (
    <>
      <KeyValueList facts={facts} labelWidth={144} />
      {origins.length > 0 ? (
        <section className="mt-3 border-t border-line pt-3">
          <h3 className="mb-1 font-medium">{t('failing_origins')}</h3>
          <ul className="flex flex-col gap-1">
            {origins.map(({ address, domain, since }) => (
              <li key={address} className="flex flex-wrap items-baseline gap-x-3">
                <code className="text-12 break-all">{address}</code>
                <span className="break-all text-ink-2">{domain}</span>
                <span className="text-ink-3">
                  {t('since')} <TableTime value={since} />
                </span>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </>
  );
}
