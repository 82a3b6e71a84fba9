'use client';

import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { useObjectName } from '@/components/layout/navigation/crumbs';
import { Button } from '@/components/ui/controls/button';
import { ApiError } from '@/lib/api/client';
import { EmptyFrame, NoPermission } from './empty-state';
import { CopyDetails, ErrorFacts } from './error-facts';
import { Refusal } from './refusal';

/** Counts seconds down to 0; starts anew when `seconds` or `key` changes. */
export function useCountdown(seconds: number, key: unknown): number {
  const [left, setLeft] = useState(seconds);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a second failure with the same wait starts anew
  useEffect(() => {
    setLeft(seconds);
    if (seconds <= 0) return;
    const end = Date.now() + seconds * 1000;
    const timer = setInterval(() => {
      const rest = Math.max(0, Math.ceil((end - Date.now()) / 1000));
      setLeft(rest);
      if (rest === 0) clearInterval(timer);
    }, 250);
    return () => clearInterval(timer);
  }, [seconds, key]);
  return left;
}

/** What did not load, and of which object where the page shows one. */
function useTitle(what: string | undefined): string {
  const t = useTranslations('common.error');
  const object = useObjectName();
  if (what === undefined) return object === null ? t('title') : t('named', { what: object });
  return object === null ? t('named', { what }) : t('part', { what, object });
}

/** A load that failed: what of which object, err_key, code, request id, and one way on. A 403 names the permission it wants. */
export function ErrorState({
  error,
  what,
  name,
  permission,
  onRetry,
}: {
  error: unknown;
  /** What did not load: the path of its text, so that a page carries it alone; or its own name. */
  what?: string;
  name?: string;
  permission?: string;
  onRetry?: () => void;
}) {
  const t = useTranslations('common');
  const texts = useTranslations();
  const title = useTitle(name ?? (what === undefined ? undefined : texts(what)));
  const api = error instanceof ApiError ? error : null;
  const wait = useCountdown(api?.status === 429 ? api.retryAfter || 1 : (api?.retryAfter ?? 0), error);
  if (api?.envelope.err_key === 'err.auth.permission' && permission) return <NoPermission permission={permission} />;
  return (
    <div role="alert">
      <EmptyFrame
        title={title}
        actions={
          <>
            {onRetry ? (
              <Button
                variant="primary"
                icon="refresh"
                reason={wait > 0 ? t('error.wait', { seconds: wait }) : undefined}
                onClick={onRetry}
              >
                {wait > 0 ? t('error.wait', { seconds: wait }) : t('error.retry')}
              </Button>
            ) : null}
            {api ? <CopyDetails error={api} size="normal" variant="secondary" /> : null}
          </>
        }
        below={api ? <ErrorFacts error={api} /> : null}
      >
        <Refusal error={error} />
      </EmptyFrame>
    </div>
  );
}
