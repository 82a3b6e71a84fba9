'use client';

import { useTranslations } from 'next-intl';
import { Ago } from '@/components/layout/preferences/time';
import { useFormat, useList, useNow } from '@/components/layout/preferences/use-format';
import { StatusStrip } from '@/components/ui/states/status-strip';
import type { ApiKey } from '@/lib/sys/api-keys/contract';
import { useKeyMark } from '../key-state';
import { totalsOf, useUsage } from './use-usage';

const DAY_MS = 86_400_000;
const SOON_DAYS = 14;
/** What is only so, neither good nor bad. */
const NEUTRAL = 'unaudited';

/** Five facts about a key: its end, its last use, its calls, its scopes, and from where it works. */
export function KeyStrip({ apiKey }: { apiKey: ApiKey }) {
  const t = useTranslations('sys.api-keys');
  const format = useFormat();
  const list = useList();
  const mark = useKeyMark()(apiKey);
  const days = Math.ceil((apiKey.expires_at - useNow()) / DAY_MS);
  const { data: usage } = useUsage(apiKey.key_id, '24h');
  const totals = usage && totalsOf(usage);
  const failed = totals ? totals.client_err + totals.server_err : 0;
  const { scopes, allowed_ip_cidrs, last_used_at, last_used_ip } = apiKey;
  return (
    <StatusStrip
      stones={[
        {
          label: t('fields.expires'),
          meaning: mark.state === 'active' && days <= SOON_DAYS ? 'pending' : mark.meaning,
          verdict: mark.state === 'active' ? t('in_days', { count: days }) : mark.word,
          evidence: format.date(apiKey.expires_at),
        },
        {
          label: t('fields.last_used'),
          meaning: NEUTRAL,
          verdict: last_used_at === 0 ? t('never_used') : <Ago value={last_used_at} />,
          evidence: last_used_ip || '\u00a0',
        },
        {
          label: t('strip.calls'),
          meaning: failed > 0 ? 'pending' : NEUTRAL,
          verdict: totals ? format.number(totals.calls) : '—',
          evidence: totals ? t('strip.failed', { count: failed }) : '\u00a0',
        },
        {
          label: t('fields.scopes'),
          meaning: NEUTRAL,
          verdict: scopes.length === 0 ? t('all_scopes') : t('scope_count', { count: scopes.length }),
          evidence: scopes.length === 0 ? t('strip.all') : list(scopes),
        },
        {
          label: t('fields.works_from'),
          meaning: NEUTRAL,
          verdict:
            allowed_ip_cidrs.length === 0 ? t('anywhere') : t('strip.ranges', { count: allowed_ip_cidrs.length }),
          evidence: allowed_ip_cidrs.length === 0 ? t('strip.no_allowlist') : list(allowed_ip_cidrs),
        },
      ]}
    />
  );
}
