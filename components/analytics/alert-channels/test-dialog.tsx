'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useWord } from '@/components/audit/word';
import { useEndpointAction } from '@/components/form/use-endpoint-action';
import { Can } from '@/components/layout/account/can';
import { Button } from '@/components/ui/controls/button';
import { Dialog } from '@/components/ui/overlays/dialog';
import { Note } from '@/components/ui/states/note';
import { Refusal } from '@/components/ui/states/refusal';
import { type AlertChannel, type Attempt, alertChannels } from '@/lib/analytics/alert-channels/contract';
import { placeOf, useReasonWords } from './channel-words';

/** Sends a test message and says what became of it. */
export function TestDialog({ channel, onClose }: { channel: AlertChannel; onClose: () => void }) {
  const t = useTranslations('analytics.alert-channels');
  const common = useTranslations('common');
  const word = useWord();
  const [attempt, setAttempt] = useState<Attempt | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [isPending, setPending] = useState(false);
  const test = useEndpointAction(alertChannels.test);
  const place = placeOf(channel.origin);
  const send = async () => {
    setPending(true);
    setAttempt(null);
    setFailure(null);
    try {
      setAttempt(await test({ params: { id: String(channel.id) } }));
    } catch (error) {
      setFailure(error);
    } finally {
      setPending(false);
    }
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('test_title', { name: channel.name })}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {common('close')}
          </Button>
          <Can permission="analytics.alertchannel.test">
            <Button variant="primary" pending={isPending} onClick={() => send()}>
              {t(isPending ? 'sending' : attempt || failure ? 'send_again' : 'send_test')}
            </Button>
          </Can>
        </>
      }
    >
      <p className="text-ink-2">{t('test_text', { kind: word('words.alert_channel_kind', channel.kind), place })}</p>
      <div aria-live="polite" className="mt-3 empty:hidden">
        {attempt ? <Outcome attempt={attempt} place={place} /> : null}
        {failure ? (
          <Note meaning="rejected" title={t('not_sent')}>
            <Refusal error={failure} />
          </Note>
        ) : null}
      </div>
    </Dialog>
  );
}

function Outcome({ attempt: { outcome, error }, place }: { attempt: Attempt; place: string }) {
  const t = useTranslations('analytics.alert-channels');
  const reason = useReasonWords();
  if (outcome === 'sent') {
    return (
      <Note meaning="approved" title={t('arrived')}>
        {t('arrived_text', { place })}
      </Note>
    );
  }
  return (
    <Note meaning="rejected" title={t('not_arrived')}>
      {t('not_arrived_text', { place, reason: reason(error) })}
    </Note>
  );
}
