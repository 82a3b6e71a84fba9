export const production: {
  NODE_ENV: 'production';
  MALLOC_MMAP_THRESHOLD_: string;
  DUCKDB_JE_MALLOC_CONF: string;
  NODE_OPTIONS: string;
};
