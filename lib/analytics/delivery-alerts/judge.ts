import { v7 as uuid } from 'uuid';
import { askForDelivery, DELIVER } from '@/lib/analytics/alert-channels/deliver';
import { deliveryAlerts, type Fired, insertAlerts, updateDelivery } from '@/lib/analytics/alerts/repository';
import { DELIVERY, type DeliveryFacts, PENDING } from '@/lib/analytics/alerts/vocabulary';
import { groupedBy } from '@/lib/db/grouped';
import type { Tx } from '@/lib/db/store';
import type { Message, Work } from '@/lib/jobs/job';
import type { Order } from '@/lib/jobs/queue';
import { channelsFor, type Place, type Said, saidOf } from './repository';

/** Asks for a domain on a node to be looked at. */
export const orderOf = ({ node_id, domain_id }: Place): Order => ({
  object_id: `${node_id} ${domain_id}`,
  payload: { node_id, domain_id } satisfies Place,
});

const keyOf = ({ node_id, domain_id }: Place) => `${node_id} ${domain_id}`;

/**
 * Raises an alert about each domain that a node could not run, once for a version and what the node says of it, and sends it through the
 * channels of the account. One whose domain runs again is noted as such, and goes on where the same fails anew before anybody handled it.
 */
export async function judgeDeliveries({ runtime, now, done }: Work, messages: readonly Message[]): Promise<void> {
  const places = messages.map(({ payload }) => payload as Place);
  const ids = [...new Set(places.map(({ domain_id }) => domain_id))];
  const asked = new Set(places.map(keyOf));
  await runtime.store.transaction(async (tx) => {
    const known = groupedBy(await deliveryAlerts(tx, ids), ({ domain_id, facts }) =>
      keyOf({ domain_id, node_id: facts.node_id }),
    );
    const fired: Fired[] = [];
    for (const said of await saidOf(tx, ids)) {
      if (!asked.has(keyOf(said))) continue;
      const alerts = known.get(keyOf(said)) ?? [];
      const facts = factsOf(said);
      const same = alerts.findLast((one) => isSame(one.facts, facts));
      const goesOn = facts && same && (same.status === PENDING || same.facts.recovered_at === 0);
      if (facts && !goesOn) fired.push(alertOf(said, facts, now));
      const over = facts ? [] : alerts.filter((one) => one.facts.recovered_at === 0);
      for (const one of over) await updateDelivery(tx, one.id, { ...one.facts, recovered_at: now }, now);
      if (goesOn && same.facts.recovered_at > 0)
        await updateDelivery(tx, same.id, { ...same.facts, recovered_at: 0 }, now);
    }
    await raise(tx, fired);
    await done(tx, messages);
  });
  runtime.jobs.wake(DELIVER);
}

async function raise(tx: Tx, fired: readonly Fired[]): Promise<void> {
  const made = await insertAlerts(tx, fired);
  for (const [, some] of groupedBy(fired, ({ root_id, user_id }) => `${root_id} ${user_id}`)) {
    const [first] = some;
    if (!first) continue;
    const ids = some.flatMap((one) => made.get(one.uuid) ?? []);
    await askForDelivery(tx, first.root_id, await channelsFor(tx, first), ids);
  }
}

/** What a node could not run; undefined where it runs all. */
function factsOf({ node_id, number, failed_number, failed_since, failure }: Said): DeliveryFacts | undefined {
  if (failed_number === 0) return undefined;
  const own = { node_id, number: failed_number, since: failed_since, message: failure };
  return { metric: DELIVERY, rule: '', ...own, isServed: number > 0, recovered_at: 0 };
}

const isSame = (one: DeliveryFacts, other: DeliveryFacts | undefined) =>
  one.number === other?.number && one.message === other.message;

function alertOf({ oem_id, root_id, user_id, domain_id, domain }: Said, facts: DeliveryFacts, ctime: number): Fired {
  const about = { oem_id, root_id, user_id, domain_id, domain };
  return { ...about, uuid: uuid(), rule_id: 0, policy_type: DELIVERY, facts, ctime };
}
