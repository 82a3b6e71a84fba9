'use client';

import { useTranslations } from 'next-intl';
import { useEndpointAction } from '@/components/form/use-endpoint-action';
import { Can } from '@/components/layout/account/can';
import { Switch } from '@/components/ui/controls/switch';
import { notify } from '@/components/ui/overlays/toast';
import { type AlertChannel, alertChannels } from '@/lib/analytics/alert-channels/contract';

const [OFF, ON] = [1, 2] as const;

/** Switches a channel at once, and says with the server's reason where it is refused. */
export function ChannelSwitch({ channel: { id, name, status } }: { channel: AlertChannel }) {
  const t = useTranslations('analytics.alert-channels');
  const edit = useEndpointAction(alertChannels.edit, { inRow: true });
  const isOn = status === ON;
  const toggle = async () => {
    try {
      await edit({ params: { id: String(id) }, body: { status: isOn ? OFF : ON } });
      notify({ kind: 'done', title: t(isOn ? 'switched_off' : 'switched_on', { name }) });
    } catch (error) {
      notify({ kind: 'failed', title: t(isOn ? 'stays_on' : 'stays_off', { name }), error });
    }
  };
  return (
    <Can permission="analytics.alertchannel.edit">
      <Switch name={t('switch', { name })} checked={isOn} onChange={toggle} />
    </Can>
  );
}
