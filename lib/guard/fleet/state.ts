import type { NodeState } from './contract';

/** An agent asks every twenty seconds; what has missed three turns is silent, and after five minutes lost. */
export const SILENT_MS = 60_000;
export const LOST_MS = 5 * 60_000;

type Known = { seen_at: number; revision: number; reported_revision: number; failed: number };

/** What a node is doing, as far as it says; running means that it applied the latest and nothing of it failed,
 * idle that there is nothing to apply. */
export function stateOf({ seen_at, revision, reported_revision, failed }: Known, now: number): NodeState {
  if (seen_at === 0) return 'never';
  if (now - seen_at > LOST_MS) return 'lost';
  if (now - seen_at > SILENT_MS) return 'silent';
  if (failed > 0) return 'failed';
  if (revision === 0) return 'idle';
  return reported_revision < revision ? 'behind' : 'running';
}
