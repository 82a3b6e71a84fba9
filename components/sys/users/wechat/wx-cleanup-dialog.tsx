'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useEndpointAction } from '@/components/form/use-endpoint-action';
import { Button } from '@/components/ui/controls/button';
import { Dialog } from '@/components/ui/overlays/dialog';
import { ErrorState } from '@/components/ui/states/error-state';
import { Note } from '@/components/ui/states/note';
import { RefusalNote } from '@/components/ui/states/refusal';
import { Skeleton } from '@/components/ui/states/skeleton';
import { call } from '@/lib/api/client';
import { wxZombies } from '@/lib/sys/wx-zombies/contract';
import { WxFindings } from './wx-findings';

/**
 * Finds WeChat bindings whose users no longer follow the account, as a rehearsal that changes nothing; removes them
 * after a second press. What is removed is what a new reading of the followers finds then.
 */
export function WxCleanupDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations('sys.users.wx');
  const common = useTranslations('common');
  const [asked, setAsked] = useState(false);
  const [pending, setPending] = useState(false);
  const [refused, setRefused] = useState<unknown>(null);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [wxZombies.cleanup.path, 'rehearsal'],
    queryFn: ({ signal }) => call(wxZombies.cleanup, { body: {} }, signal),
    gcTime: 0,
    retry: false,
  });
  const remove = useEndpointAction(wxZombies.cleanup, { notice: t('done') });
  const apply = async () => {
    setPending(true);
    setRefused(null);
    try {
      await remove({ body: { apply: true } });
      onClose();
    } catch (failure) {
      setRefused(failure);
      setPending(false);
    }
  };
  const found = data?.candidate_total ?? 0;
  return (
    <Dialog
      open
      onClose={onClose}
      size="wide"
      title={t('title')}
      description={t('text')}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {common('cancel')}
          </Button>
          {asked ? (
            <Button variant="danger" pending={pending} onClick={() => apply()}>
              {t('apply', { count: found })}
            </Button>
          ) : (
            <Button
              variant="danger-soft"
              reason={found === 0 ? t('nothing_to_do') : undefined}
              onClick={() => setAsked(true)}
            >
              {t('ask', { count: found })}
            </Button>
          )}
        </>
      }
    >
      {error && !isFetching ? (
        <ErrorState what="common.error.what.bindings" error={error} onRetry={() => refetch()} />
      ) : null}
      {!data && isFetching ? <Skeleton lines={5} /> : null}
      {data ? <WxFindings result={data} /> : null}
      {asked ? (
        <Note meaning="pending" role="alert" className="mt-3" title={t('sure', { count: found })}>
          {t('sure_text')}
        </Note>
      ) : null}
      <RefusalNote error={refused} className="mt-3" />
    </Dialog>
  );
}
