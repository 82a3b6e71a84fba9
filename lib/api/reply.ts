import type { Translator } from '@/lib/i18n/translate';
import type { ApiReply } from './call';
import type { ErrorEnvelope, StreamReply } from './envelope';
import { AppError, type ErrorDetails } from './errors';
import { FixedPage } from './fixed-page';
import { errorCatalogue, isListed } from './registry';

/** An API answer is never a page, never cached, never sniffed. */
const SAFE_HEADERS = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'Referrer-Policy': 'no-referrer',
  Vary: 'Accept-Language, Authorization',
};

function jsonReply(status: number, body: string | Buffer | null, headers: Record<string, string> = {}): ApiReply {
  return {
    status,
    headers: { 'Content-Type': 'application/json; charset=utf-8', ...SAFE_HEADERS, ...headers },
    body,
  };
}

/** Characters of the largest JSON answer; what is larger is streamed. It is written in one piece, on the thread of everybody. */
const MAX_ANSWER = 8 * 1024 * 1024;

/** What is left of `budget` after a value's JSON, about; walks no further once nothing is. */
function leftAfter(value: unknown, budget: number): number {
  if (typeof value === 'string') return budget - value.length - 2;
  if (typeof value !== 'object' || value === null) return budget - 4;
  let left = budget;
  for (const key in value) {
    left = leftAfter((value as Record<string, unknown>)[key], left - key.length - 4);
    if (left < 0) break;
  }
  return left;
}

/** `json`: that of the data, where it is known. */
function written(data: unknown, json?: string): string {
  if (json ? json.length > MAX_ANSWER : leftAfter(data, MAX_ANSWER) < 0) {
    throw new AppError('err.request.answer_too_large', { values: { limit: MAX_ANSWER } });
  }
  return json ? `{"code":0,"message":"ok","data":${json}}` : JSON.stringify({ code: 0, message: 'ok', data });
}

/**
 * The envelope of a success, which HEAD only asks about. Throws err.request.answer_too_large instead of writing one that
 * holds everybody up.
 */
export function successReply(
  method: string,
  status: number,
  data: unknown,
  headers: Record<string, string> = {},
): ApiReply {
  const body = FixedPage.bodyOf(data, (json) => written(data, json));
  return jsonReply(status, method === 'HEAD' ? null : body, headers);
}

export function streamReply({ media_type, file_name, chunks, inline, status, headers }: StreamReply): ApiReply {
  return {
    status: status ?? 200,
    headers: {
      'Content-Type': media_type,
      'Content-Disposition': `${inline ? 'inline' : 'attachment'}; filename="${file_name}"`,
      ...SAFE_HEADERS,
      ...headers,
    },
    body: chunks,
  };
}

/**
 * The values of a message, a permission among them as it is called, with the key that roles and scopes are written with, and a
 * fault of JSON as its sentence.
 */
function inWords(values: ErrorDetails['values'], t: Translator): ErrorDetails['values'] {
  if (values?.json_fault !== undefined) return { ...values, json_fault: t(`errors.json.${values.json_fault}`, values) };
  const key = values?.permission;
  if (typeof key !== 'string') return values;
  if (!isListed(key)) return { ...values, permission: t('permission.key_alone', { key }) };
  const [module, resource] = key.split('.');
  const names = { resource: t(`permission.${module}.${resource}.name`), action: t(`permission.${key}`) };
  return { ...values, permission: t('permission.with_key', { ...names, key }) };
}

/** What is wrong, after the field that it is about, where there is one. */
const inField = (field: string | undefined, message: string, t: Translator) =>
  field === undefined ? message : t('err.request.invalid_field', { field, message });

/** The envelope of an error (spec section 7); anything that is not an AppError is internal and says no more. */
export function errorReply(error: AppError, t: Translator): ApiReply {
  const definition = errorCatalogue[error.errKey];
  if (!definition) throw new Error(`${error.errKey} is not in the error catalogue`);
  const { field, valid_values, values, message, headers } = error.details;
  const envelope: ErrorEnvelope = {
    code: definition.code,
    message: message ? inField(field, message, t) : t(error.errKey, inWords(values, t)),
    err_key: error.errKey,
    data: {
      category: definition.category,
      ...(field === undefined ? {} : { field }),
      ...(valid_values === undefined ? {} : { valid_values }),
    },
  };
  const challenge: Record<string, string> = definition.status === 401 ? { 'WWW-Authenticate': 'Bearer' } : {};
  return jsonReply(definition.status, JSON.stringify(envelope), { ...challenge, ...headers });
}

export function asAppError(error: unknown, isStoreDown: (error: unknown) => boolean): AppError {
  if (error instanceof AppError) return error;
  return isStoreDown(error)
    ? new AppError('err.unavailable', { headers: { 'Retry-After': '1' } })
    : new AppError('err.internal');
}
