import type { FailoverState, Obstacle } from './vocabulary';

declare module '@/lib/db/tables' {
  interface Tables {
    node_health: NodeHealthRow;
    failovers: FailoverRow;
  }
}

export type NodeHealthRow = {
  node_id: string;
  /** The last checks, newest last: 1 where the node answered, 0 where not. */
  history: string;
  checked_at: number;
  /** Why the last check failed; empty where it succeeded. */
  reason: string;
};

/** Of domains that have too few nodes, or had within the hour. */
export type FailoverRow = {
  domain_id: string;
  state: FailoverState;
  /** Since when it is in this state. */
  since: number;
  /** Switches to the origins, each within an hour of the one before. */
  switches: number;
  /** When the last one was; 0 where there was none. */
  switched_at: number;
  /** Why it did not come about when it was due. */
  obstacle: Obstacle;
  tried_at: number;
};
