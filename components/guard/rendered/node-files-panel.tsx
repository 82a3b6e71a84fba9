'use client';

import { useTranslations } from 'next-intl';
import { parseAsBoolean, useQueryState } from 'nuqs';
import { useCallback, useEffect, useId, useState } from 'react';
import { usePermission } from '@/components/layout/account/session';
import { useLatePart } from '@/components/layout/preferences/late-part';
import { Panel } from '@/components/ui/content/panel';
import { Button } from '@/components/ui/controls/button';
import { ErrorState } from '@/components/ui/states/error-state';
import { Skeleton } from '@/components/ui/states/skeleton';
import { whenOnline } from '@/components/ui/states/when-online';
import type { DomainDetail } from '@/lib/guard/domains/contract';

const load = whenOnline(() => import('./node-files'));

/** What a node runs for a domain, which comes with its code and texts when it is opened. Nothing for who may not see policies. */
export function NodeFilesPanel({ domain }: { domain: DomainDetail }) {
  const t = useTranslations('guard.rendered');
  const mayRead = usePermission()('guard.policy.view');
  const [isOpen, setOpen] = useQueryState('files', parseAsBoolean.withDefault(false));
  const { part, show } = useLatePart(load);
  const [error, setError] = useState<unknown>(null);
  const id = useId();
  const fetchPart = useCallback(() => void show().then(() => setError(null), setError), [show]);
  useEffect(() => {
    if (isOpen && mayRead) fetchPart();
  }, [isOpen, mayRead, fetchPart]);
  if (!mayRead) return null;
  const content = () => {
    if (part) return <part.NodeFiles domain={domain} />;
    if (error) return <ErrorState name={t('title')} error={error} onRetry={fetchPart} />;
    return <Skeleton lines={8} />;
  };
  return (
    <Panel
      title={t('title')}
      actions={
        <Button size="small" aria-expanded={isOpen} aria-controls={id} onClick={() => void setOpen(!isOpen || null)}>
          {t(isOpen ? 'hide' : 'show')}
        </Button>
      }
    >
      <p className="max-w-180 text-ink-2">{t('text')}</p>
      <div id={id} className="mt-3 empty:hidden">
        {isOpen ? content() : null}
      </div>
    </Panel>
  );
}
