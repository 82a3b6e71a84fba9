import type { Logger } from '@/lib/log/logger';
import type { Store, Tx } from './store';

type Noting = { store: Store; log: Pick<Logger, 'warn'> };

/**
 * Writes what a read leaves behind, such as when somebody was seen last: where the store takes no write, whoever reads is
 * answered all the same. Never rejects.
 */
export async function noteAside({ store, log }: Noting, work: (tx: Tx) => Promise<unknown>): Promise<void> {
  await store.transaction(work).catch((err: unknown) => log.warn({ err }, 'what a read left behind cannot be noted'));
}
