import { SECRET_NAMES } from '@/lib/log/logger';

export const REDACTED = '[redacted]';

const secret = new Set<string>(SECRET_NAMES);

/** A private key is one whatever field it was pasted into by mistake. */
const PRIVATE_KEY = /-----BEGIN [A-Z0-9 ]*PRIVATE KEY-----/;

/** A copy without the values of secret fields; that they were given is still to be seen. */
export function redact(value: unknown): unknown {
  if (typeof value === 'string') return PRIVATE_KEY.test(value) ? REDACTED : value;
  if (Array.isArray(value)) return value.map(redact);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, secret.has(name) ? REDACTED : redact(item)]),
  );
}

/** Characters of JSON beyond which a request's parameters are not kept: a refused upload must not fill the log. */
const MAX_RECORDED = 16_384;

/** A request's parameters as an audit row keeps them: without secrets, and only when they are of readable size. */
export function recordable(params: Readonly<Record<string, unknown>>): unknown {
  const shown = redact(params);
  const length = JSON.stringify(shown).length;
  return length <= MAX_RECORDED ? shown : { omitted: `${length} characters` };
}
