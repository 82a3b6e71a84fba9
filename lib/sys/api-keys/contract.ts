import { z } from 'zod';
import { contract, endpoint } from '@/lib/api/endpoint';
import { nothing } from '@/lib/api/envelope';
import { defineErrors } from '@/lib/api/errors';
import { displayName, millis, pageOf, pageQuery } from '@/lib/api/fields';
import { asWritten, inWords } from '@/lib/api/words';

export const errors = defineErrors({
  'err.sys.apikey.not_found': { code: 1051, status: 404, category: 'not_found' },
  'err.sys.apikey.scope_beyond': { code: 1052, status: 403, category: 'permission' },
  'err.sys.apikey.scope_insufficient': { code: 1053, status: 403, category: 'permission' },
  'err.sys.apikey.expiry_too_long': { code: 1054, status: 400, category: 'validation' },
  'err.sys.apikey.name_missing': { code: 1055, status: 400, category: 'validation' },
  'err.sys.apikey.oem_mismatch': { code: 1056, status: 403, category: 'permission' },
  'err.sys.apikey.ip_refused': { code: 1057, status: 403, category: 'permission' },
  'err.sys.apikey.cidr_beyond': { code: 1058, status: 403, category: 'permission' },
  'err.sys.apikey.revoked': { code: 1059, status: 400, category: 'conflict' },
});

export const DEFAULT_DAYS = 90;
export const MAX_DAYS = 365;

/** A key as lists show it (spec 2.2): never its hash, never its text. */
export const ApiKey = z.object({
  key_id: z.uuid(),
  name: z.string(),
  prefix: z.string(),
  last4: z.string(),
  user_id: z.string(),
  oem_id: z.string(),
  /** Exact permission keys; empty: all that the holder may do. */
  scopes: z.array(z.string()),
  allowed_ip_cidrs: z.array(z.string()),
  /** 1 active, 2 revoked. */
  status: z.int(),
  expires_at: millis,
  last_used_at: millis,
  last_used_ip: z.string(),
  ctime: millis,
});
export type ApiKey = z.output<typeof ApiKey>;

export const days = z.int().min(1).max(MAX_DAYS).default(DEFAULT_DAYS);

export const keyName = displayName(100, 1);
export const scopes = z.array(z.string().min(1).max(128)).max(1000);
/** Checked as a URL's address is, which may end as IPv4 does; the pattern that comes with it has no dots. */
const cidrv6 = z.cidrv6().meta({ pattern: '^[0-9A-Fa-f:.]{2,45}/(?:\\d|[1-9]\\d|1[01]\\d|12[0-8])$' });
export const cidrs = z.array(z.union([z.cidrv4(), cidrv6])).max(100);

export const ApiKeyInput = z.object({
  name: keyName,
  scopes: scopes.default([]),
  expires_in_days: days,
  allowed_ip_cidrs: cidrs.default([]),
});
export type ApiKeyInput = z.output<typeof ApiKeyInput>;

export const IssuedKey = z.object({
  key_id: z.uuid(),
  name: z.string(),
  /** The whole text, in this answer only. */
  api_key: z.string(),
  prefix: z.string(),
  last4: z.string(),
  expires_at: millis,
});
export type IssuedKey = z.output<typeof IssuedKey>;

const keyEvent = inWords('key_event', z.enum(['call', 'manage']));

/** A row of the call log or the management log (spec 2.2). */
export const ApiKeyLog = z.object({
  id: z.int(),
  event_type: keyEvent,
  key_id: z.string(),
  user_id: z.string(),
  oem_id: z.string(),
  auth_mode: z.string(),
  action: z.string(),
  status_code: z.int(),
  biz_code: z.int(),
  client_ip: z.string(),
  user_agent: z.string(),
  /** A JSON object. */
  extra: z.string(),
  ctime: millis,
});
export type ApiKeyLog = z.output<typeof ApiKeyLog>;

export const ApiKeyStats = z.object({
  total_calls: z.int(),
  success: z.int(),
  client_err: z.int(),
  server_err: z.int(),
  top_endpoints: z.array(z.object({ action: z.string(), count: z.int() })),
  last_1h_qps: z.number(),
});
export type ApiKeyStats = z.output<typeof ApiKeyStats>;

const UNIT_MS: Record<string, number> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };
const LONGEST_AGO_MS = 100 * 365 * 86_400_000;

export type Since = { ago_ms: number } | { at: number };

/** `24h`, `7d`, `30m`, or Unix milliseconds; empty: all history (spec 4.3, DESIGN 5). */
export const since = z
  .union([
    asWritten(z.literal('')).transform(() => undefined),
    z
      .string()
      .regex(/^\d{1,15}$/)
      .transform((v): Since => ({ at: Number(v) })),
    z
      .string()
      .regex(/^\d{1,12}[smhd]$/)
      .transform((v) => ({ ago_ms: Number(v.slice(0, -1)) * (UNIT_MS[v.slice(-1)] ?? 0) }))
      .refine(({ ago_ms }) => ago_ms <= LONGEST_AGO_MS),
  ])
  .optional();

export const fieldErrors = {
  'name.required': 'err.sys.apikey.name_missing',
  'expires_in_days.too_big': 'err.sys.apikey.expiry_too_long',
};
/** What an id that cannot be one gets as well: byte for byte what an unknown one gets. */
export const UNKNOWN = 'err.sys.apikey.not_found';
const LONG = ['err.sys.apikey.expiry_too_long'];

/** API keys: narrower credentials of a user, for programs. */
export const apiKeys = contract({
  list: endpoint({
    method: 'GET',
    path: '/api/sys/api-keys',
    permission: 'sys.apikey.list',
    summary: 'List API keys: platform staff all of their OEM, everybody else their own',
    query: pageQuery,
    data: pageOf(ApiKey),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/sys/api-keys',
    permission: 'sys.apikey.create',
    summary: 'Issue an API key; its text is in this answer only',
    body: ApiKeyInput,
    // A thousand scopes of the usual length and a hundred ranges.
    maxBody: 64 * 1024,
    fieldErrors,
    data: IssuedKey,
    status: 201,
    audit: { resource: 'api_key' },
    errors: [
      'err.sys.apikey.name_missing',
      ...LONG,
      'err.sys.apikey.scope_beyond',
      'err.sys.apikey.scope_insufficient',
      'err.sys.apikey.cidr_beyond',
    ],
  }),
  callerAddress: endpoint({
    method: 'GET',
    path: '/api/sys/api-keys/caller-address',
    permission: 'sys.apikey.create',
    summary: 'Read the address this call comes from, as allowlists see it',
    data: z.object({ client_ip: z.string() }),
    extension: true,
  }),
  view: endpoint({
    method: 'GET',
    path: '/api/sys/api-keys/{id}',
    permission: 'sys.apikey.list',
    summary: 'Read an API key',
    data: ApiKey,
    extension: true,
    unknown: UNKNOWN,
  }),
  revoke: endpoint({
    method: 'DELETE',
    path: '/api/sys/api-keys/{id}',
    permission: 'sys.apikey.delete',
    summary: 'Revoke an API key for good; again changes nothing',
    data: nothing,
    audit: { resource: 'api_key' },
    unknown: UNKNOWN,
  }),
  renew: endpoint({
    method: 'POST',
    path: '/api/sys/api-keys/{id}/renew',
    permission: 'sys.apikey.renew',
    summary: 'Set the end of an API key anew, counted from now',
    body: z.object({ expires_in_days: days }),
    bodyOptional: true,
    fieldErrors,
    data: ApiKey,
    audit: { resource: 'api_key' },
    extension: true,
    unknown: UNKNOWN,
    errors: [...LONG, 'err.sys.apikey.revoked'],
  }),
  revokeAll: endpoint({
    method: 'POST',
    path: '/api/sys/api-keys/revoke-all',
    permission: 'sys.apikey.delete',
    summary: "Revoke all of one's own API keys, or for platform staff those of a user of their OEM",
    body: z.object({ user_id: z.string().min(1).max(128).optional() }),
    bodyOptional: true,
    data: z.object({ revoked: z.int() }),
    audit: { resource: 'api_key' },
    extension: true,
    errors: ['err.not_found', 'err.sys.user.oem_mismatch'],
  }),
  logs: endpoint({
    method: 'GET',
    path: '/api/sys/api-keys/{id}/logs',
    permission: 'sys.apikey.logs',
    summary: 'List the calls made with an API key, or what was done to it, newest first',
    query: pageQuery.extend({ event: keyEvent.default('call') }),
    data: pageOf(ApiKeyLog),
    unknown: UNKNOWN,
  }),
  stats: endpoint({
    method: 'GET',
    path: '/api/sys/api-keys/{id}/stats',
    permission: 'sys.apikey.stats',
    summary: 'Count the calls made with an API key',
    query: z.object({ since }),
    data: ApiKeyStats,
    unknown: UNKNOWN,
  }),
  audit: endpoint({
    method: 'GET',
    path: '/api/sys/api-keys/audit-actions',
    permission: 'sys.apikey.audit',
    summary: 'List what was done to API keys: platform staff all of their OEM, everybody else what they did',
    query: pageQuery,
    data: pageOf(ApiKeyLog),
  }),
});
