/** Pages of charts (spec 2.14), in the order of the console. */
export const PAGES = [
  'overview',
  'access',
  'protect',
  'ai',
  'bot',
  'alert',
  'health',
  'ops',
  'closure',
  'cache',
] as const;
export type PageName = (typeof PAGES)[number];

/** Units of measures that every renderer knows how to write; others are written as they are. */
export const UNITS = [
  'requests',
  'events',
  'hits',
  'matches',
  'alerts',
  'operations',
  'records',
  'addresses',
  'users',
  'bytes',
  'bps',
  'qps',
  'ms',
  '%',
] as const;
