'use client';

import { useTranslations } from 'next-intl';
import { Can } from '@/components/layout/account/can';
import { useDialogParam } from '@/components/layout/page/use-dialog-param';
import { Panel } from '@/components/ui/content/panel';
import { Button } from '@/components/ui/controls/button';
import { EmptyFrame } from '@/components/ui/states/empty-state';
import { ErrorState } from '@/components/ui/states/error-state';
import { Skeleton } from '@/components/ui/states/skeleton';
import type { CertDetail } from '@/lib/guard/certs/contract';
import { useBindings } from '../use-bound-domains';
import { BindDialog } from './bind-dialog';
import { BoundTable } from './bound-table';

/** Where the certificate is bound; each binding can be undone, and another domain bound. */
export function BoundPanel({ cert }: { cert: CertDetail }) {
  const t = useTranslations('guard.certs.bound');
  const dialog = useDialogParam();
  const { bindings, error, refetch } = useBindings(cert.id);
  const content = () => {
    if (error && !bindings)
      return <ErrorState what="common.error.what.bound_domains" error={error} onRetry={() => refetch()} />;
    if (!bindings) return <Skeleton growing lines={3} className="p-(--panel-pad)" />;
    if (bindings.length === 0) return <EmptyFrame title={t('none')}>{t('none_text')}</EmptyFrame>;
    return <BoundTable bindings={bindings} />;
  };
  return (
    <Panel
      title={t('title')}
      source={bindings?.length ? t('count', { count: bindings.length }) : undefined}
      padded={false}
      actions={
        <Can permission="guard.cert.edit">
          <Button size="small" icon="plus" onClick={() => dialog.open('bind')}>
            {t('bind')}
          </Button>
        </Can>
      }
    >
      {content()}
      {dialog.isOpen('bind') ? <BindDialog cert={cert} bound={bindings ?? []} onClose={dialog.close} /> : null}
    </Panel>
  );
}
