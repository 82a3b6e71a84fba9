import { SECRET_NAMES } from '@/lib/log/logger';

export const REDACTED = '[redacted]';

const secret = new Set<string>(SECRET_NAMES);

/** A copy without the values of secret fields; that they were given is still to be seen. */
export function redact(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(redact);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, secret.has(name) ? REDACTED : redact(item)]),
  );
}
