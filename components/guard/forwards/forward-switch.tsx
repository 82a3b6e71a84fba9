'use client';

import { useTranslations } from 'next-intl';
import { useEndpointAction } from '@/components/form/use-endpoint-action';
import { Can } from '@/components/layout/account/can';
import { Switch } from '@/components/ui/controls/switch';
import { notify } from '@/components/ui/overlays/toast';
import { type Forward, forwards } from '@/lib/guard/forwards/contract';
import { DISABLED, ENABLED } from '@/lib/guard/forwards/vocabulary';
import { forwardName } from './forward-name';
import { FORWARDS } from './permissions';

/** Switches a forward at once, and says with the server's reason where it is refused. */
export function ForwardSwitch({ forward }: { forward: Forward }) {
  const t = useTranslations('guard.forwards');
  const edit = useEndpointAction(forwards.edit, { inRow: true });
  const isOn = forward.status === ENABLED;
  const name = `${forward.domain}, ${forwardName(forward)}`;
  const toggle = async () => {
    try {
      await edit({ params: { id: String(forward.id) }, body: { status: isOn ? DISABLED : ENABLED } });
      notify({ kind: 'done', title: t(isOn ? 'switched_off' : 'switched_on', { name }) });
    } catch (error) {
      notify({ kind: 'failed', title: t(isOn ? 'stays_on' : 'stays_off', { name }), error });
    }
  };
  return (
    <Can permission={FORWARDS.toggle}>
      <Switch name={t('switch', { name })} checked={isOn} onChange={toggle} />
    </Can>
  );
}
