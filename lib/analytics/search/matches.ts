import { type Scope, scopeSql } from '../charts/conditions';
import type { AnalyticsStore } from '../store/store';
import { MAX_MATCHES, type MatchVO } from './contract';

/** The rules that matched an event, by its 16 hex digits, as far as the scope has them. Rejects when the store does. */
export async function matchesOf(store: AnalyticsStore, scope: Scope, id: string): Promise<MatchVO[]> {
  const { dialect } = store;
  // A rule without a severity says 0, which is not the most severe.
  const rank = 'CASE WHEN severity = 0 THEN 1 ELSE 0 END, severity, rule_id, variable';
  const rows = await store.query(
    `SELECT ${dialect.number('rule_id')} AS rule_id, message, severity, attack_class, variable, data FROM attack_details
     WHERE ${scopeSql(scope, dialect)} AND event_id = ${BigInt(`0x${id}`)} ORDER BY ${rank} LIMIT ${MAX_MATCHES}`,
  );
  return rows.map((row) => ({
    rule_id: Number(row.rule_id),
    message: String(row.message),
    severity: Number(row.severity),
    attack_class: String(row.attack_class),
    variable: String(row.variable),
    data: String(row.data),
  }));
}
