export const production: { NODE_ENV: 'production'; MALLOC_MMAP_THRESHOLD_: string };
