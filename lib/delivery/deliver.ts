import type { Expression } from 'kysely';
import type { Later } from '@/lib/change/change';

/** Kind of the job that distributes objects of a kind. */
export const distributionOf = (kind: string) => `delivery.${kind}`;

/** For `later` of a change: brings these objects to the nodes that run them, also that one is gone. */
export function deliver(kind: string, object_ids: readonly string[]): Later {
  return { kind: distributionOf(kind), orders: object_ids.map((object_id) => ({ object_id })) };
}

/** The same for every object that a query selects as `object_id`, however many. */
export const deliverAll = (kind: string, select: Expression<{ object_id: string }>): Later => ({
  kind: distributionOf(kind),
  select,
});
