import { type RawBuilder, sql } from 'kysely';
import { DELIVERY, HANDLED, type SPANS } from '@/lib/analytics/alerts/vocabulary';
import { jsonText } from '@/lib/db/dialect';
import type { Db } from '@/lib/db/store';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

type Span = (typeof SPANS)[number];
/** What is shorter than so much belongs to a span, and what is longer than all to the last. */
const UP_TO: Readonly<Record<Exclude<Span, 'longer'>, number>> = {
  '15m': 15 * MINUTE_MS,
  '1h': HOUR_MS,
  '4h': 4 * HOUR_MS,
  '1d': DAY_MS,
  '7d': 7 * DAY_MS,
};
const LONGER: Span = 'longer';

const isHandled = sql<boolean>`status = ${sql.lit(HANDLED)}`;
const took = sql<number>`(process_time - ctime)`;

function spanOf(length: RawBuilder<number>): RawBuilder<string> {
  const cases = Object.entries(UP_TO).map(([name, ms]) => sql`when ${length} < ${sql.lit(ms)} then ${sql.lit(name)}`);
  return sql<string>`case ${sql.join(cases, sql` `)} else ${sql.lit(LONGER)} end`;
}

/** What charts may group, filter or list alerts by. */
export const ALERT_COLUMNS = {
  policy_type: () => sql.ref('policy_type'),
  domain: () => sql.ref('domain'),
  domain_id: () => sql.ref('domain_id'),
  rule_id: () => sql.ref('rule_id'),
  rule: (db: Db) => jsonText(db, 'facts', 'rule'),
  metric: (db: Db) => jsonText(db, 'facts', 'metric'),
  source: () => sql`case when policy_type = ${sql.lit(DELIVERY)} then 'node' else 'rule' end`,
  state: () => sql`case when ${isHandled} then 'handled' else 'pending' end`,
  handler: () => sql`coalesce((select user_name from users where users.user_id = process_uid), '')`,
  /** Milliseconds from firing to being handled; null while it is pending. */
  handling_ms: () => sql`case when ${isHandled} then ${took} end`,
  handled_within: () => spanOf(took),
  open_for: () => spanOf(sql<number>`(${sql.lit(Date.now())} - ctime)`),
};
