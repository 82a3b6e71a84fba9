import type { Ctx } from '@/lib/api/context';
import { change } from '@/lib/change/change';

/** A row of the audit log at most this often for each API key. */
const EVERY_MS = 60_000;

type Sum = { batches: number; events: number; rejected: number };
type Line = { batch_id: string } & Omit<Sum, 'batches'>;

/**
 * Writes who sent events to the audit log, before these are stored: a session leaves a row for each batch; an API key
 * one for its first batch and then at most one a minute with the sums since, since every call of a key is in its call
 * log anyway. The installation's own token leaves none: it is nobody.
 */
export class IngestJournal {
  readonly #keys = new Map<string, { since: number; sum: Sum }>();

  async record(ctx: Ctx, { batch_id, events, rejected }: Line): Promise<void> {
    const { auth_mode, key } = ctx.principal;
    if (auth_mode === 'session') await write(ctx, batch_id, { batches: 1, events, rejected });
    if (!key) return;
    const { since, sum } = this.#keys.get(key.key_id) ?? { since: 0, sum: { batches: 0, events: 0, rejected: 0 } };
    const grown = { batches: sum.batches + 1, events: sum.events + events, rejected: sum.rejected + rejected };
    if (ctx.now - since < EVERY_MS) {
      this.#keys.set(key.key_id, { since, sum: grown });
      return;
    }
    await write(ctx, batch_id, grown);
    this.#keys.set(key.key_id, { since: ctx.now, sum: { batches: 0, events: 0, rejected: 0 } });
  }
}

function write(ctx: Ctx, batch_id: string, sum: Sum): Promise<void> {
  const params = { batch_id, ...sum };
  return change({ ...ctx, request: { ...ctx.request, params } }, async () => ({
    id: batch_id,
    label: batch_id,
    data: undefined,
  }));
}
