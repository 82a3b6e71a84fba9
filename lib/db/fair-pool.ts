import type { PostgresPool } from 'kysely';
import type pg from 'pg';
import type { FairQueue } from '@/lib/queues/fair-queue';
import { currentOwner } from '@/lib/queues/on-behalf';

/**
 * A pool whose connections are handed out in fair turns, so that whoever asks for hundreds at once waits for everybody else.
 * Asking rejects with err.request.too_many_waiting or err.busy where the queue has no room.
 */
export function fairPool(
  pool: pg.Pool,
  queue: FairQueue,
  take: () => Promise<pg.PoolClient> = () => pool.connect(),
): PostgresPool {
  const connect = () =>
    new Promise<pg.PoolClient>((resolve, reject) => {
      const lend = async () => {
        const client = await take();
        await new Promise<void>((returned) => {
          const { release } = client;
          client.release = (error) => {
            release(error);
            returned();
          };
          resolve(client);
        });
      };
      queue.run(currentOwner(), lend).catch(reject);
    });
  return { connect, end: () => pool.end() };
}
