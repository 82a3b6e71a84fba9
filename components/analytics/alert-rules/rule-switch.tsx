'use client';

import { useTranslations } from 'next-intl';
import { useEndpointAction } from '@/components/form/use-endpoint-action';
import { Can } from '@/components/layout/account/can';
import { Switch } from '@/components/ui/controls/switch';
import { notify } from '@/components/ui/overlays/toast';
import { type AlertRule, alertRules } from '@/lib/analytics/alert-rules/contract';
import { DISABLED, ENABLED } from '@/lib/analytics/alert-rules/vocabulary';

/** Switches a rule at once, and says with the server's reason where it is refused. */
export function RuleSwitch({ rule: { id, name, status } }: { rule: AlertRule }) {
  const t = useTranslations('analytics.alert-rules');
  const edit = useEndpointAction(alertRules.edit, { inRow: true });
  const isOn = status === ENABLED;
  const toggle = async () => {
    try {
      await edit({ params: { id: String(id) }, body: { status: isOn ? DISABLED : ENABLED } });
      notify({ kind: 'done', title: t(isOn ? 'switched_off' : 'switched_on', { name }) });
    } catch (error) {
      notify({ kind: 'failed', title: t(isOn ? 'stays_on' : 'stays_off', { name }), error });
    }
  };
  return (
    <Can permission="analytics.alertrule.edit">
      <Switch name={t('switch', { name })} checked={isOn} onChange={toggle} />
    </Can>
  );
}
