import type { Ctx } from '@/lib/api/context';
import type { Tx } from '@/lib/db/store';

declare module '@/lib/db/tables' {
  interface Tables {
    outbox: {
      id: import('kysely').Generated<number>;
      topic: string;
      object_id: string;
      oem_id: string;
      audit_id: number;
      ctime: number;
      payload: string;
    };
  }
}

export type Message = { topic: string; object_id: string; payload: object };

/** Says in the transaction of a change what is to be done once it is committed. */
export async function enqueue(ctx: Ctx, tx: Tx, audit_id: number, messages: readonly Message[]): Promise<void> {
  const rows = messages.map(({ topic, object_id, payload }) => ({
    ...{ topic, object_id, oem_id: ctx.oem.oem_id, audit_id, ctime: ctx.now },
    payload: JSON.stringify(payload),
  }));
  await tx.insertInto('outbox').values(rows).execute();
}
