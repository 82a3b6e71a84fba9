'use client';

import { useTranslations } from 'next-intl';
import { Can } from '@/components/layout/account/can';
import { Ago } from '@/components/layout/preferences/time';
import { Checklist } from '@/components/ui/content/checklist';
import { Button } from '@/components/ui/controls/button';
import { MerlonProgress } from '@/components/ui/states/merlon-progress';
import { Refusal } from '@/components/ui/states/refusal';
import type { Onboarding } from './use-onboarding';

/** How many steps are done, as a wall and in figures. */
export function OnboardingProgress({ onboarding: { done, now, total } }: { onboarding: Onboarding }) {
  const t = useTranslations('guard.onboarding');
  const progress = t('progress', { done, total });
  return (
    <>
      <MerlonProgress done={done} now={now} total={total} label={progress} />
      <span aria-hidden="true" className="text-12 text-ink-2 tabular-nums">
        {progress}
      </span>
    </>
  );
}

/** The steps, and below them when DNS and origin were last looked at. */
export function OnboardingChecklist({ onboarding: { checks, watch } }: { onboarding: Onboarding }) {
  const t = useTranslations('guard.onboarding');
  const { verified, error, isFetching, checkNow } = watch;
  const said = () => {
    if (error) return <Refusal error={error} />;
    if (verified)
      return t.rich('checked', { time: () => <Ago key={verified.checked_at} value={verified.checked_at} /> });
    return isFetching ? t('checking') : t('unchecked');
  };
  return (
    <>
      <Checklist checks={checks} />
      <div className="flex flex-wrap items-center gap-2 border-t border-line px-(--panel-pad) py-2.5">
        <span className="min-w-0 flex-1 text-12 text-ink-3">{said()}</span>
        <Can permission="guard.domain.verify">
          <Button size="small" icon="refresh" pending={isFetching} onClick={checkNow}>
            {t('check_now')}
          </Button>
        </Can>
      </div>
    </>
  );
}
