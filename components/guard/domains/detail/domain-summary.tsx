'use client';

import { useTranslations } from 'next-intl';
import { useWord } from '@/components/audit/word';
import { useLiveDomain } from '@/components/guard/onboarding/use-live-domain';
import { useOnboarding } from '@/components/guard/onboarding/use-onboarding';
import { PolicyName } from '@/components/guard/policies/policy-name';
import { MainAside } from '@/components/layout/page/main-aside';
import { ExactTime } from '@/components/layout/preferences/time';
import { KeyValueList } from '@/components/ui/content/key-value-list';
import { Panel } from '@/components/ui/content/panel';
import { Copyable } from '@/components/ui/controls/copy-button';
import { APPROVED, type DomainDetail } from '@/lib/guard/domains/contract';
import { ProtectionTags } from '../protection-tags';
import { useModeName } from '../use-mode-name';
import { useTraffic } from '../use-traffic';
import { NotServed } from './not-served';
import { OnboardingPanel } from './onboarding-panel';
import { TrafficPanel } from './traffic-panel';

function Facts({ domain }: { domain: DomainDetail }) {
  const t = useTranslations('guard.domains');
  const field = useTranslations('fields');
  const word = useWord();
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
          { label: t('fields.auto_cert'), value: word('words.switch', domain.auto_cert) },
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

/**
 * A domain that is served: its traffic, beside what is left to do and the facts. One that nothing has reached yet: what is
 * left to do is the page.
 */
export function DomainSummary({ domain }: { domain: DomainDetail }) {
  const traffic = useTraffic(domain.domain_id);
  const onboarding = useOnboarding(domain, traffic.requests);
  const isComplete = onboarding.done === onboarding.total;
  const hasTraffic = traffic.requests === null ? domain.audit_status === APPROVED : traffic.requests > 0;
  const isServed = isComplete || hasTraffic;
  useLiveDomain(domain.domain_id, !isComplete);
  const steps = isComplete ? null : <OnboardingPanel onboarding={onboarding} />;
  return (
    <MainAside
      aside={
        <>
          {isServed ? steps : null}
          <Facts domain={domain} />
        </>
      }
    >
      {isServed ? (
        <TrafficPanel traffic={traffic} />
      ) : (
        <>
          <NotServed domain={domain} />
          {steps}
        </>
      )}
    </MainAside>
  );
}
