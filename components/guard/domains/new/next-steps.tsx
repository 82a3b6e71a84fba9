'use client';

import { useTranslations } from 'next-intl';
import { Panel } from '@/components/ui/content/panel';

const STEPS = ['approval', 'cname', 'origin'] as const;

/** What is left to do once a domain exists, in the order in which it helps. */
export function NextSteps() {
  const t = useTranslations('guard.domains.next');
  return (
    <Panel title={t('title')}>
      <ol className="flex flex-col gap-3">
        {STEPS.map((step, i) => (
          <li key={step} className="grid grid-cols-[20px_minmax(0,1fr)] gap-x-2">
            <span className="text-ink-3 tabular-nums">{i + 1}</span>
            <div>
              <div className="font-medium">{t(`${step}.title`)}</div>
              <div className="text-12 leading-(--lh-read) text-ink-2">{t(`${step}.text`)}</div>
            </div>
          </li>
        ))}
      </ol>
    </Panel>
  );
}
