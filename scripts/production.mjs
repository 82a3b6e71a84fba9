/** What the environment of a server in production has beside the operator's own settings. */
export const production = {
  NODE_ENV: 'production',
  // By itself the allocator of glibc takes ever larger blocks from its heap, which gives few of them back: 70 to 100 MB while events come in.
  MALLOC_MMAP_THRESHOLD_: '524288',
  // The event store's own allocator keeps for each of several arenas what was freed: 50 MB more than in one.
  DUCKDB_JE_MALLOC_CONF: 'narenas:1',
  // What Node 20 has by itself; 24 takes 32, which makes nothing faster here and keeps 50 to 90 MB more. An operator's own options come after it.
  NODE_OPTIONS: `--max-semi-space-size=16 ${process.env.NODE_OPTIONS ?? ''}`.trim(),
};
