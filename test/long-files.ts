/** Test files that `npm test` leaves to `npm run test:all`: of the time of all tests they take the larger part. */
import { existsSync } from 'node:fs';

/** They measure time: nothing else runs beside them. */
export const ALONE: readonly string[] = [
  'lib/auth/session/timing.test.ts',
  'lib/db/scan.test.ts',
  'lib/guard/domains/scale.test.ts',
  'lib/guard/rule-search/scale.test.ts',
  'lib/guard/rules/pattern.test.ts',
  'lib/sys/api-keys/rate.test.ts',
  'test/attack.test.ts',
  'test/faults.test.ts',
  'test/list-scale.test.ts',
  'test/record-scale.test.ts',
];

/** They start processes, real servers or thousands of objects, or write a resource and compile it. */
export const LONG: readonly string[] = [
  'lib/agent/agent.test.ts',
  'lib/agent/audit-log.test.ts',
  'lib/agent/killed.test.ts',
  'lib/agent/nginx-ended.test.ts',
  'lib/agent/nginx-processes.test.ts',
  'lib/agent/power-cut.test.ts',
  'lib/agent/rollout.test.ts',
  'lib/agent/upgrade.test.ts',
  'lib/analytics/alert-rules/evaluate.test.ts',
  'lib/analytics/ingest/read.test.ts',
  'lib/analytics/store/added-rollups.test.ts',
  'lib/analytics/store/prune.test.ts',
  'lib/backup/events.test.ts',
  'lib/backup/refusals.test.ts',
  'lib/backup/round-trip.test.ts',
  'lib/cli/apply/apply.test.ts',
  'lib/cli/apply/serving.test.ts',
  'lib/cli/client/client.test.ts',
  'lib/db/killed-migration.test.ts',
  'lib/guard/agents/ranges.test.ts',
  'lib/guard/certs/content.test.ts',
  'lib/guard/dns/providers.test.ts',
  'lib/guard/domains/counts.test.ts',
  'lib/guard/domains/hostile.test.ts',
  'lib/guard/nodes/align.test.ts',
  'lib/guard/schedules/affairs.test.ts',
  'lib/guard/schedules/powerdns.test.ts',
  'lib/render/nginx/golden-kinds.test.ts',
  'scripts/backup.test.ts',
  'scripts/cli-release/cli-release.test.ts',
  'scripts/cli-release/upgrade.test.ts',
  'scripts/demo/traffic.test.ts',
  'scripts/rotate-key.test.ts',
  'test/delivery-crash.test.ts',
  'test/delivery-scale.test.ts',
  'test/dns-crash.test.ts',
  'test/extending.test.ts',
  'test/faults-ended.test.ts',
  'test/fuzz.test.ts',
  'test/typed-client.test.ts',
];

for (const file of [...ALONE, ...LONG]) {
  if (!existsSync(new URL(`../${file}`, import.meta.url))) throw new Error(`${import.meta.url}: there is no ${file}`);
}
