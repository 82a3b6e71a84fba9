import { SOURCE_ACCESS, SOURCE_AUDIT } from './event';
import type { Action, AttackClass } from './vocabulary';

type Mergeable = {
  time: number;
  source_time?: number;
  sources?: number;
  action?: Action;
  attack_class?: AttackClass | '';
  rule_id?: number;
  score?: number;
};

/** Of two verdicts on one request the heavier counts. */
export const WEIGHT: Readonly<Record<Action, number>> = { pass: 0, monitor: 1, captcha: 2, limit: 3, block: 4 };

/**
 * One request from its two halves: facts of the access line, verdict of the audit line, else of the access line. The time comes from the access
 * line (it has milliseconds) but keeps the shift of the half that was stored first.
 */
export function mergeHalves<T extends Mergeable>(stored: T, incoming: T): T {
  const storedIsAccess = ((stored.sources ?? 0) & SOURCE_ACCESS) !== 0;
  const access = storedIsAccess ? stored : incoming;
  const audit = storedIsAccess ? incoming : stored;
  const shift = stored.time - (stored.source_time ?? stored.time);
  const [a, b] = [access.action ?? 'pass', audit.action ?? 'pass'];
  return {
    ...access,
    time: (access.source_time ?? access.time) + shift,
    sources: SOURCE_ACCESS | SOURCE_AUDIT,
    action: WEIGHT[a] >= WEIGHT[b] ? a : b,
    attack_class: audit.attack_class || access.attack_class,
    rule_id: audit.rule_id || access.rule_id,
    score: audit.score,
  };
}
