import pino, { type Logger } from 'pino';

export type { Logger };

/** Names whose values never reach a log line, wherever they appear. */
const SECRET_NAMES = [
  'password',
  'new_password',
  'old_password',
  'password_hash',
  'token',
  'secret',
  'api_key',
  'key',
  'sign_key',
  'authorization',
  'cookie',
] as const;

const ERROR_FIELDS = ['type', 'message', 'stack', 'code', 'table', 'column', 'constraint'] as const;

/** What a line says of an error. PostgreSQL's `detail` holds the row that failed, with its hashes: no line may. */
function shown(error: Error): object {
  const all = pino.stdSerializers.err(error) as unknown as Record<string, unknown>;
  return Object.fromEntries(ERROR_FIELDS.filter((name) => name in all).map((name) => [name, all[name]]));
}

/** Structured lines on stdout, one JSON object each, secrets redacted (DESIGN 3). */
export function createLogger(level: string): Logger {
  const paths = SECRET_NAMES.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);
  return pino({
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths, censor: '[redacted]' },
    serializers: { err: shown },
  });
}
