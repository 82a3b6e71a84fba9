import compile from 'icu-minify/compile';
import type { CompiledMessage } from 'icu-minify/format';
import { messages } from '@/lib/generated/messages';
import type { Locale } from '@/lib/i18n/locales';
import type { AnyEndpoint } from '../endpoint';
import { errorCatalogue } from '../registry';
import type { Json } from './components';
import { refused } from './examples';

/** Whatever is called may answer these: the store is away, too many wait, or the mistake is ours. */
const ALWAYS = ['err.request.malformed', 'err.request.too_many_waiting', 'err.internal', 'err.busy', 'err.unavailable'];

const BODY = [
  ...['err.request.invalid', 'err.request.bad_json', 'err.request.multipart', 'err.request.media_type'],
  ...['err.request.too_large', 'err.request.timeout'],
];

/** Every error that an endpoint can answer, by what its declaration says; `isLong`: its answer has a list in it. */
export function errorsOf(endpoint: AnyEndpoint, isLong: boolean): string[] {
  const found = [
    ...ALWAYS,
    ...callerErrors(endpoint),
    ...(endpoint.path.includes('{') ? [endpoint.unknown ?? 'err.not_found'] : []),
    ...(endpoint.query ? ['err.request.invalid'] : []),
    ...(endpoint.body || endpoint.bytes ? BODY : []),
    ...((endpoint.body || endpoint.bytes) && !endpoint.bodyOptional ? ['err.request.body_missing'] : []),
    ...(endpoint.takesGzip ? ['err.request.bad_gzip'] : []),
    ...(isLong ? ['err.request.answer_too_large'] : []),
    ...Object.values(endpoint.fieldErrors ?? {}),
    ...(endpoint.errors ?? []),
  ];
  return [...new Set(found)];
}

/** Refusals of who calls. */
function callerErrors({ permission, platformOnly, operatorOnly, beforePasswordChange }: AnyEndpoint): string[] {
  if (permission === 'public') return [];
  return [
    ...['err.auth.required', 'err.auth.oem_mismatch', 'err.sys.apikey.oem_mismatch', 'err.sys.apikey.ip_refused'],
    'err.request.rate_limited',
    ...(beforePasswordChange ? [] : ['err.auth.password_change_required']),
    ...(permission === 'session'
      ? ['err.auth.session_only']
      : ['err.auth.permission', 'err.sys.apikey.scope_insufficient']),
    ...(platformOnly ? ['err.auth.platform_only'] : []),
    ...(operatorOnly ? ['err.auth.operator_only'] : []),
  ];
}

/** The responses of an operation's errors by status; each error is a component of its own. */
export function errorResponses(keys: readonly string[]): Json {
  const byStatus = new Map<number, string[]>();
  for (const key of keys) {
    const { status } = errorCatalogue[key] ?? { status: 500 };
    byStatus.set(status, [...(byStatus.get(status) ?? []), key]);
  }
  return Object.fromEntries(
    [...byStatus].sort(([a], [b]) => a - b).map(([status, some]) => [status, response(status, some)]),
  );
}

const MEANINGS: Readonly<Record<number, string>> = {
  400: 'The request is refused for what it says.',
  401: 'Nobody is known by these credentials.',
  403: 'The caller may not do this.',
  404: 'There is no such object, or it is not the caller’s to see.',
  408: 'The body took too long to arrive.',
  413: 'The body is too large.',
  415: 'The body is of a type or encoding that is not taken.',
  416: 'The file ends before the range.',
  429: 'Too many requests; Retry-After says when to try again.',
  500: 'A mistake of the server, which it logged under X-Request-Id.',
  503: 'The server cannot answer now; Retry-After says when to try again.',
};

function response(status: number, keys: readonly string[]): Json {
  const refs = [...keys].sort().map((key) => ({ $ref: `#/components/schemas/${key}` }));
  const schema = refs.length === 1 ? refs[0] : { anyOf: refs };
  return {
    description: MEANINGS[status] ?? 'Refused.',
    content: { 'application/json': { schema } },
  };
}

/** The envelope of an error, and of each that operations name. */
export function errorSchemas(keys: Iterable<string>): Record<string, Json> {
  const own = [...new Set(keys)].sort().map((key): [string, Json] => {
    const fixed = { code: { const: errorCatalogue[key]?.code }, err_key: { const: key } };
    const more = { type: 'object', required: Object.keys(fixed), properties: fixed };
    const allOf = [{ $ref: '#/components/schemas/Error' }, more];
    return [key, { description: textOf(key), allOf, ...refused(key) }];
  });
  return { Error: errorSchema, ...Object.fromEntries(own) };
}

/** Its text; what it fills in at each refusal reads as its name, and what it chooses as its usual form. */
export function textOf(key: string, locale: Locale = 'en-US'): string {
  const text = key.split('.').reduce<unknown>((node, part) => (node as Json)[part], messages[locale]);
  return saidOf(compile(String(text)));
}

/** `counted`: the name of what a `#` in it counts. */
function saidOf(message: CompiledMessage, counted = ''): string {
  if (typeof message === 'string') return message;
  const parts = message.map((part) => {
    if (typeof part === 'string') return part;
    const [name, , choices] = typeof part === 'number' ? [counted] : part;
    const usual =
      typeof choices === 'object' && choices && 'other' in choices ? (choices.other as CompiledMessage) : undefined;
    return usual === undefined ? `<${name}>` : saidOf(usual, String(name));
  });
  return parts.join('');
}

const errorSchema: Json = {
  type: 'object',
  description: 'What every refusal and failure answers; the message is in the language asked for.',
  required: ['code', 'message', 'err_key', 'data'],
  properties: {
    code: { type: 'integer', description: 'Business code; each err_key has one of its own.' },
    message: { type: 'string', description: 'For people, in the language of Accept-Language.' },
    err_key: { type: 'string', description: 'For programs; stays the same in every language.' },
    data: {
      type: 'object',
      required: ['category'],
      properties: {
        category: {
          type: 'string',
          enum: ['validation', 'auth', 'permission', 'not_found', 'conflict', 'rate_limit', 'internal'],
        },
        field: { type: 'string', description: 'Path of the field that is refused, such as src_sites.0.port.' },
        valid_values: {
          type: 'array',
          description: 'What the field takes, where that is a short list.',
          items: { type: ['string', 'number'] },
        },
      },
    },
  },
};
