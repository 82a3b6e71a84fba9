declare module '@/lib/db/tables' {
  interface Tables {
    /** What is known of a node beside what provisioning says; Unix ms, 0 for never. */
    node_states: { node_id: string; seen_at: number; draining_since: number };
  }
}

export {};
