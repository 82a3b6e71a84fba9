'use client';

import { useTranslations } from 'next-intl';
import { OnboardingChecklist, OnboardingProgress } from '@/components/guard/onboarding/onboarding-checklist';
import type { Onboarding } from '@/components/guard/onboarding/use-onboarding';
import { Panel } from '@/components/ui/content/panel';

/** What is left until the domain is protected. */
export function OnboardingPanel({ onboarding }: { onboarding: Onboarding }) {
  const t = useTranslations('guard.onboarding');
  return (
    <Panel title={t('title')} padded={false} actions={<OnboardingProgress onboarding={onboarding} />}>
      <OnboardingChecklist onboarding={onboarding} />
    </Panel>
  );
}
