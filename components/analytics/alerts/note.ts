import type { Alert } from '@/lib/analytics/alerts/contract';

/** What an alert found, beside a column that names its domain already. */
export function noteOf({ body, domain }: Pick<Alert, 'body' | 'domain'>): string {
  return body.startsWith(domain) ? body.slice(domain.length).replace(/^[:：]\s*/, '') : body;
}
