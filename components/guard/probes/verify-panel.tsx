'use client';

import { useTranslations } from 'next-intl';
import { Can } from '@/components/layout/account/can';
import { Ago } from '@/components/layout/preferences/time';
import { type Fact, KeyValueList } from '@/components/ui/content/key-value-list';
import { State } from '@/components/ui/content/mark';
import type { Meaning } from '@/components/ui/content/meaning';
import { Panel } from '@/components/ui/content/panel';
import { Button } from '@/components/ui/controls/button';
import { Copyable } from '@/components/ui/controls/copy-button';
import type { DomainDetail } from '@/lib/guard/domains/contract';
import type { Verified } from '@/lib/guard/probes/contract';
import { useVerification } from './use-verification';

type Finding = { is: boolean; yes: string; no: string; failed: Meaning };

function Good({ is, yes, no, failed }: Finding) {
  return (
    <State meaning={is ? 'approved' : failed} shape={is ? 'full' : 'crossed'} className="whitespace-normal!">
      {is ? yes : no}
    </State>
  );
}

function useFacts(last: Verified | null): Fact[] {
  const t = useTranslations('guard.probes');
  if (!last) return [];
  return [
    {
      label: t('public_cname'),
      value: last.resolved_cname ? (
        <code className="text-12 break-all">{last.resolved_cname}</code>
      ) : (
        <span className="text-ink-3">{t('no_cname')}</span>
      ),
    },
    {
      label: t('dns'),
      // A record that is still to be set is a step ahead, not a failure.
      value: <Good is={last.dns_effective} yes={t('dns_effective')} no={t('dns_elsewhere')} failed="pending" />,
    },
    {
      label: t('origin'),
      value: (
        <Good
          is={last.origin_reachable}
          yes={t('origin_reachable', { ms: last.origin_latency_ms })}
          no={t('origin_unreachable')}
          failed="rejected"
        />
      ),
    },
    { label: t('checked_at'), value: <Ago value={last.checked_at} /> },
  ];
}

/** The CNAME a domain shall have, and what the world sees: asked for on demand, the last answer stays. */
export function VerifyPanel({ domain }: { domain: DomainDetail }) {
  const t = useTranslations('guard.probes');
  const { last, verify, isPending } = useVerification(domain.domain_id);
  return (
    <Panel
      title={t('verify_title')}
      source={last ? undefined : t('never')}
      actions={
        <Can permission="guard.domain.verify">
          <Button size="small" icon="refresh" pending={isPending} onClick={verify}>
            {isPending ? t('verifying') : t('verify')}
          </Button>
        </Can>
      }
    >
      <div aria-live="polite">
        <KeyValueList
          facts={[
            { label: t('assigned_cname'), value: <Copyable text={domain.cname} name={t('assigned_cname')} /> },
            ...useFacts(last),
          ]}
        />
      </div>
      {last && !last.dns_effective ? <p className="mt-2 text-12 text-ink-2">{t('dns_hint')}</p> : null}
    </Panel>
  );
}
