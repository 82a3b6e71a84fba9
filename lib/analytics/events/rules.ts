import { ownRuleOf } from '@/lib/render/nginx/vocabulary';
import type { AttackDetail } from './event';
import type { Action, AttackClass } from './vocabulary';

const CRS_RANGES: Readonly<Record<number, AttackClass>> = {
  200: 'protocol_violation',
  910: 'reputation',
  911: 'method_enforcement',
  912: 'dos',
  913: 'scanner',
  920: 'protocol_violation',
  921: 'protocol_attack',
  922: 'protocol_attack',
  930: 'lfi',
  931: 'rfi',
  932: 'rce',
  933: 'php',
  934: 'nodejs',
  941: 'xss',
  942: 'sqli',
  943: 'session_fixation',
  944: 'java',
  950: 'data_leakage',
  951: 'data_leakage',
  952: 'data_leakage',
  953: 'data_leakage',
  954: 'data_leakage',
  955: 'data_leakage',
};

/** Rules that only compare the collected score with the limit; they name no attack. */
export function isGate(ruleId: number): boolean {
  const range = Math.floor(ruleId / 1000);
  return range === 949 || range === 959 || range === 980;
}

/** Class of a rule by its id (CRS ranges); '' for the score gates, `other` for rules outside CRS. */
export function attackClassOf(ruleId: number): AttackClass | '' {
  if (isGate(ruleId)) return '';
  const range = Math.floor(ruleId / 1000);
  return CRS_RANGES[range] ?? 'other';
}

/** The class of what a tenant's own rule or list refused: none of the OWASP rules', whatever number it has. */
export const OWN_CLASS = 'other';

/** The class of a matched rule; a rate limit sees no attack. */
export function classOf({ rule_id, message }: Pick<AttackDetail, 'rule_id' | 'message'>): AttackClass | '' {
  const own = ownRuleOf(message);
  if (!own) return attackClassOf(rule_id);
  return own.kind === 'cc' ? '' : OWN_CLASS;
}

/** ModSecurity prints 0 for a rule that states no severity, so 0 ranks last, not first. */
function rank(severity: number): number {
  return severity === 0 ? 99 : severity;
}

/** The rule that names an event: the most severe one that is not a gate; the first of equals. */
export function leadingMatch(matches: readonly AttackDetail[]): AttackDetail | undefined {
  let best: AttackDetail | undefined;
  for (const match of matches) {
    if (isGate(match.rule_id)) continue;
    if (!best || rank(match.severity) < rank(best.severity)) best = match;
  }
  return best;
}

/** `Total Score: 15` or the value of TX:ANOMALY_SCORE, 0 when the text has neither. */
export function scoreOf(text: string): number {
  const found = /Total Score: (\d+)/.exec(text) ?? /ANOMALY_SCORE[^(]*\(Value: `(\d+)/.exec(text);
  return found ? Number(found[1]) : 0;
}

/**
 * What was done with the request, from both logs: 403 at a score gate is a block, as is a tenant's own rule that refused it
 * (`denied`), 429 or a REJECTED limit is a limit, a match that let the request through is monitor.
 */
export function actionOf(facts: {
  status: number;
  limited: boolean;
  matches: readonly AttackDetail[];
  denied?: boolean;
}): Action {
  const { status, limited, matches, denied } = facts;
  if (denied) return 'block';
  if (limited || status === 429) return 'limit';
  if (status === 403 && matches.some((m) => isGate(m.rule_id))) return 'block';
  return matches.some((m) => !isGate(m.rule_id)) ? 'monitor' : 'pass';
}
