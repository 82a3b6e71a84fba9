import type { Later } from '@/lib/change/change';

/** Kind of the job that distributes objects of a kind. */
export const distributionOf = (kind: string) => `delivery.${kind}`;

/**
 * For `later` of a change: brings these objects to the nodes that run them, also that one is gone. Of objects in pieces
 * only these pieces changed.
 */
export function deliver(kind: string, object_ids: readonly string[], pieces: readonly number[] = []): Later {
  const payload = pieces.length > 0 ? { payload: { pieces } } : {};
  return { kind: distributionOf(kind), orders: object_ids.map((object_id) => ({ object_id, ...payload })) };
}
