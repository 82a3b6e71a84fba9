import type { Principal } from '@/lib/auth/principal';

export type ErrorCategory = 'validation' | 'auth' | 'permission' | 'not_found' | 'conflict' | 'rate_limit' | 'internal';

export type ErrorDefinition = { code: number; status: number; category: ErrorCategory };

/** Declares the errors of one area. Their texts are in messages/<locale>/errors.json or beside the resource. */
export function defineErrors<const T extends Record<`err.${string}`, ErrorDefinition>>(errors: T): T {
  return errors;
}

/** Errors any endpoint can answer. A resource's own are in its contract.ts as `errors`. */
export const coreErrors = defineErrors({
  'err.request.malformed': { code: 1001, status: 400, category: 'validation' },
  'err.request.invalid': { code: 1002, status: 400, category: 'validation' },
  'err.request.bad_json': { code: 1003, status: 400, category: 'validation' },
  'err.request.body_missing': { code: 1004, status: 400, category: 'validation' },
  'err.request.too_large': { code: 1005, status: 413, category: 'validation' },
  'err.request.media_type': { code: 1006, status: 415, category: 'validation' },
  'err.request.method': { code: 1007, status: 405, category: 'validation' },
  'err.request.no_route': { code: 1008, status: 404, category: 'not_found' },
  'err.request.headers_too_large': { code: 1009, status: 431, category: 'validation' },
  'err.request.rate_limited': { code: 1010, status: 429, category: 'rate_limit' },
  'err.request.timeout': { code: 1011, status: 408, category: 'validation' },
  'err.request.range': { code: 1017, status: 416, category: 'validation' },
  'err.request.multipart': { code: 1012, status: 400, category: 'validation' },
  'err.request.too_many_waiting': { code: 1015, status: 429, category: 'rate_limit' },
  'err.request.bad_gzip': { code: 1016, status: 400, category: 'validation' },
  'err.request.tiny_chunks': { code: 1018, status: 400, category: 'validation' },
  'err.request.too_many_headers': { code: 1019, status: 431, category: 'validation' },
  'err.request.answer_too_large': { code: 1013, status: 400, category: 'validation' },
  'err.auth.required': { code: 1020, status: 401, category: 'auth' },
  'err.auth.wrong_credentials': { code: 1021, status: 401, category: 'auth' },
  'err.auth.password_change_required': { code: 1022, status: 403, category: 'permission' },
  'err.auth.oem_mismatch': { code: 1023, status: 403, category: 'permission' },
  'err.auth.permission': { code: 1024, status: 403, category: 'permission' },
  'err.auth.platform_only': { code: 1025, status: 403, category: 'permission' },
  'err.auth.session_only': { code: 1026, status: 403, category: 'permission' },
  'err.auth.cross_site': { code: 1027, status: 403, category: 'permission' },
  'err.auth.operator_only': { code: 1028, status: 403, category: 'permission' },
  'err.not_found': { code: 1040, status: 404, category: 'not_found' },
  'err.conflict': { code: 1041, status: 400, category: 'conflict' },
  'err.changed': { code: 1042, status: 400, category: 'conflict' },
  'err.busy': { code: 1096, status: 503, category: 'internal' },
  'err.internal': { code: 1098, status: 500, category: 'internal' },
  'err.unavailable': { code: 1099, status: 503, category: 'internal' },
});

export type ErrorDetails = {
  /** Path of the offending field, such as `src_sites.0.port`. */
  field?: string;
  valid_values?: readonly (string | number)[];
  /** Values for the placeholders of the message. */
  values?: Record<string, string | number>;
  headers?: Record<string, string>;
  /** Who was refused, where that is known of somebody who was not let in at all: for the audit log alone. */
  caller?: Principal;
  /** Replaces the catalogue's text: a validation message, already in the caller's language. */
  message?: string;
};

/** A business error. The dispatcher alone turns it into an answer (spec section 7). */
export class AppError extends Error {
  constructor(
    readonly errKey: string,
    readonly details: ErrorDetails = {},
  ) {
    super(errKey);
  }
}

export const notFound = () => new AppError('err.not_found');
