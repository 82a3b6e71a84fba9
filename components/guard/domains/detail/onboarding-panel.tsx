'use client';

import { useTranslations } from 'next-intl';
import { OnboardingChecklist, OnboardingProgress } from '@/components/guard/onboarding/onboarding-checklist';
import { useLiveDomain } from '@/components/guard/onboarding/use-live-domain';
import { useOnboarding } from '@/components/guard/onboarding/use-onboarding';
import { Panel } from '@/components/ui/panel';
import type { DomainDetail } from '@/lib/guard/domains/contract';

/** What is left until the domain is protected; gone once all of it is true. */
export function OnboardingPanel({ domain, requests }: { domain: DomainDetail; requests: number | null }) {
  const t = useTranslations('guard.onboarding');
  const onboarding = useOnboarding(domain, requests);
  const isComplete = onboarding.done === onboarding.total;
  useLiveDomain(domain.domain_id, !isComplete);
  if (isComplete) return null;
  return (
    <Panel title={t('title')} padded={false} actions={<OnboardingProgress onboarding={onboarding} />}>
      <OnboardingChecklist onboarding={onboarding} />
    </Panel>
  );
}
