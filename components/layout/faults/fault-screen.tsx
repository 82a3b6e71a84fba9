'use client';

import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/controls/button';
import { CopyButton } from '@/components/ui/controls/copy-button';
import { EmptyFrame } from '@/components/ui/states/empty-state';

/** A page that broke while rendering. The digest finds the cause in the server's log; what broke in the browser has none. */
export function FaultScreen({ digest, onRetry }: { digest: string | undefined; onRetry: () => void }) {
  const t = useTranslations('common.error');
  return (
    <div role="alert" className="grid min-h-full place-items-center">
      <EmptyFrame
        wholePage
        title={t('page_title')}
        actions={
          <>
            <Button variant="primary" icon="refresh" onClick={onRetry}>
              {t('retry')}
            </Button>
            {digest ? (
              <CopyButton size="normal" variant="secondary" label={t('copy')} text={`digest: ${digest}`} />
            ) : null}
          </>
        }
        below={digest ? <code className="text-12 text-ink-3">{digest}</code> : null}
      >
        {t(digest ? 'page_text' : 'page_text_codeless')}
      </EmptyFrame>
    </div>
  );
}
