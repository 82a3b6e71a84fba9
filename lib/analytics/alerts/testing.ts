import { v7 as uuid } from 'uuid';
import type { Store } from '@/lib/db/store';
import { insertAlerts } from './repository';
import type { AlertType, Facts } from './vocabulary';

export const ALERTS = '/api/analytics/alerts';

const FACTS: Facts = {
  rule: 'Busy',
  metric: 'requests',
  comparison: 'above',
  from: Date.UTC(2026, 4, 1, 8),
  until: Date.UTC(2026, 4, 1, 8, 5),
  value: 6_400,
  limit: 5_000,
  usual: null,
  days: 0,
};

type Made = { facts?: Partial<Facts>; policy_type?: AlertType; ctime?: number };

/** Puts an alert about a domain into the store, as if a rule had fired; answers its id. */
export async function putAlert(store: Store, domain_id: string, more: Made = {}): Promise<number> {
  const { facts, policy_type = 'threshold', ctime = Date.now() } = more;
  const owner = store.read.selectFrom('domains').select(['oem_id', 'root_id', 'user_id', 'domain_id', 'domain']);
  const row = await owner.where('domain_id', '=', domain_id).executeTakeFirstOrThrow();
  const fired = { ...row, uuid: uuid(), rule_id: 0, policy_type, facts: { ...FACTS, ...facts }, ctime };
  const made = await store.transaction((tx) => insertAlerts(tx, [fired]));
  const id = made.get(fired.uuid);
  if (id === undefined) throw new Error('the alert was there already');
  return id;
}
