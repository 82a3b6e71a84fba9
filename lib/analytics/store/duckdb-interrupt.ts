import type { DuckDBConnection } from '@duckdb/node-api';

const AGAIN_MS = 100;

/**
 * Ends what a connection runs, until what is answered is called: of a query that still waits for a thread the engine forgets
 * that it was to end, so it is said again.
 */
export function keepInterrupting(connection: Pick<DuckDBConnection, 'interrupt'>): () => void {
  connection.interrupt();
  const again = setInterval(() => connection.interrupt(), AGAIN_MS);
  return () => clearInterval(again);
}
