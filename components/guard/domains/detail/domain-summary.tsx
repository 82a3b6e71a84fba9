'use client';

import { useTranslations } from 'next-intl';
import { PolicyName } from '@/components/guard/policies/policy-name';
import { ExactTime } from '@/components/layout/preferences/time';
import { Copyable } from '@/components/ui/copy-button';
import { cx } from '@/components/ui/cx';
import { KeyValueList } from '@/components/ui/key-value-list';
import { Panel } from '@/components/ui/panel';
import { APPROVED, type DomainDetail } from '@/lib/guard/domains/contract';
import { ProtectionTags } from '../protection-tags';
import { useModeName } from '../use-mode-name';
import { useTraffic } from '../use-traffic';
import { OnboardingPanel } from './onboarding-panel';
import { TrafficPanel } from './traffic-panel';

function Facts({ domain }: { domain: DomainDetail }) {
  const t = useTranslations('guard.domains');
  const field = useTranslations('fields');
  const common = useTranslations('common');
  const modeName = useModeName();
  return (
    <Panel title={t('facts')}>
      <KeyValueList
        labelWidth={100}
        facts={[
          {
            label: t('fields.domain_id'),
            value: <Copyable text={domain.domain_id} name={t('fields.domain_id')} />,
          },
          { label: t('fields.policy'), value: <PolicyName policy_id={domain.policy_id} link /> },
          { label: t('fields.switches'), value: <ProtectionTags switches={domain.switches} all /> },
          { label: t('mode'), value: modeName(domain.mode) },
          { label: t('fields.auto_cert'), value: common(domain.auto_cert ? 'on' : 'off') },
          { label: field('user_name'), value: domain.user_name },
          ...(domain.shadow_cache_addr
            ? [{ label: t('fields.shadow_cache_addr'), value: domain.shadow_cache_addr, mono: true }]
            : []),
          { label: field('ctime'), value: <ExactTime value={domain.ctime} /> },
          { label: field('utime'), value: <ExactTime value={domain.utime} /> },
        ]}
      />
    </Panel>
  );
}

/** Traffic beside what is left to do and the facts; on a narrow screen what is left comes before traffic that cannot be yet. */
export function DomainSummary({ domain }: { domain: DomainDetail }) {
  const traffic = useTraffic(domain.domain_id);
  return (
    <div className="grid items-start gap-3 lg:grid-cols-[minmax(0,1fr)_364px]">
      <div className={cx('min-w-0', domain.audit_status !== APPROVED && 'max-lg:order-last')}>
        <TrafficPanel domain={domain} traffic={traffic} />
      </div>
      <div className="flex min-w-0 flex-col gap-3">
        <OnboardingPanel domain={domain} requests={traffic.requests} />
        <Facts domain={domain} />
      </div>
    </div>
  );
}
