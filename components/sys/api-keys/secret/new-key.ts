import type { ApiKey, IssuedKey } from '@/lib/sys/api-keys/contract';

/** A key as just issued, with its whole text: held by the dialog that shows it and nowhere else. */
export type NewKey = IssuedKey & Pick<ApiKey, 'scopes' | 'allowed_ip_cidrs'>;

/** The text of a key with only its public part and its end in sight; shorter than the key, to fit its line. */
export const masked = ({ prefix, last4 }: NewKey): string => `${prefix}.${'•'.repeat(28)}${last4}`;

/** What programs read: where the API is, and the key. */
export const envFile = (origin: string, { api_key }: NewKey): string =>
  `PARAPET_URL=${origin}\nPARAPET_KEY=${api_key}\n`;

/** A name that every system takes for a file. */
export const envFileName = ({ name }: NewKey): string =>
  `${name.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '') || 'parapet'}.env`;

/** Calls that only read and need nothing but their address; paths alone, since contracts would bring their schemas along. */
export const TRIES = [
  ['guard.domain.list', '/api/guard/domains'],
  ['guard.policy.list', '/api/guard/policies'],
  ['guard.cert.list', '/api/guard/certs'],
  ['guard.bwlist.list', '/api/guard/bwlist/sets'],
  ['guard.forward.list', '/api/guard/forwards'],
  ['guard.schedule.list', '/api/guard/schedules/domains'],
  ['analytics.event.list', '/api/analytics/events'],
  ['analytics.alert.list', '/api/analytics/alerts'],
  ['analytics.alertrule.list', '/api/analytics/alert-rules'],
  ['plan.plan.list', '/api/plan/plans'],
  ['sys.apikey.list', '/api/sys/api-keys'],
  ['sys.user.list', '/api/sys/users'],
  ['sys.audit.view', '/api/sys/audit-logs'],
] as const;

/** A call to try the key with, which its scopes allow; undefined where none of those here is. */
export function tryPath(scopes: readonly string[], can: (permission: string) => boolean): string | undefined {
  const isAllowed = (permission: string) => can(permission) && (scopes.length === 0 || scopes.includes(permission));
  return TRIES.find(([permission]) => isAllowed(permission))?.[1];
}

/** The call in a shell. A leading space keeps the line with the key out of the history of bash and zsh. */
export const tryLine = (origin: string, path: string, text: string): string =>
  ` export PARAPET_KEY='${text}'\ncurl -sS '${origin}${path}' \\\n  -H "Authorization: ApiKey $PARAPET_KEY"`;
