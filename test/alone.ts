/** Test files that measure time: nothing else runs beside them. */
export const ALONE: readonly string[] = [
  'lib/auth/session/api.test.ts',
  'lib/db/scan.test.ts',
  'lib/guard/domains/scale.test.ts',
  'lib/sys/api-keys/use.test.ts',
  'test/attack.test.ts',
];
