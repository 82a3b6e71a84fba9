import { z } from 'zod';
import { contract, endpoint } from '@/lib/api/endpoint';
import { defineErrors } from '@/lib/api/errors';
import { millis, queryInt } from '@/lib/api/fields';
import { asWritten } from '@/lib/api/words';
import { cidrs, days, fieldErrors, IssuedKey, keyName, scopes, since, UNKNOWN } from '@/lib/sys/api-keys/contract';

export const errors = defineErrors({
  'err.sys.apikey.not_holder': { code: 1060, status: 403, category: 'permission' },
  'err.sys.apikey.not_narrower': { code: 1061, status: 400, category: 'validation' },
  'err.sys.apikey.replay_refuses': { code: 1062, status: 400, category: 'conflict' },
});

/** How far back the calls of a key are looked at, at most. */
export const MAX_WINDOW_DAYS = 90;
export const WINDOW_DAYS = [30, 90] as const;

const Used = { count: z.int(), last_used_at: millis };

export const KeyUsage = z.object({
  from: millis,
  to: millis,
  /** Length of a bucket; the first and the last may be cut by the window. */
  granularity: asWritten(z.enum(['5m', '1h', '1d'])),
  /** Every bucket of the window, also those without calls. */
  calls: z.array(z.object({ time: millis, success: z.int(), client_err: z.int(), server_err: z.int() })),
  endpoints: z.array(z.object({ action: z.string(), ...Used })),
  /** Refused and failed calls by status and business code. */
  failures: z.array(z.object({ status_code: z.int(), biz_code: z.int(), ...Used })),
  addresses: z.array(z.object({ client_ip: z.string(), ...Used })),
  /** How many different addresses called; `addresses` names those that called last. */
  address_count: z.int(),
});
export type KeyUsage = z.output<typeof KeyUsage>;

export const LeastPrivilege = z.object({
  days: z.int(),
  /** Where the window begins: so many days ago, or when the key was issued. */
  from: millis,
  /** False: the key is younger than the window, so what it needs rarely may not have been needed yet. */
  covers_window: z.boolean(),
  /** Successful calls in the window. */
  calls: z.int(),
  /** Of these, calls of which no permission is known. */
  unknown_calls: z.int(),
  /** What the key may do now: its holder's permissions, of these its scopes. Never used: count 0, last_used_at 0. */
  permissions: z.array(z.object({ permission: z.string(), ...Used })),
  /** Used in the window, and no longer the key's. */
  lost: z.array(z.object({ permission: z.string(), ...Used })),
  proposed_scopes: z.array(z.string()),
});
export type LeastPrivilege = z.output<typeof LeastPrivilege>;

/** What a narrower key would have refused of the calls that succeeded. */
export const Replay = z.object({
  from: millis,
  covers_window: z.boolean(),
  calls: z.int(),
  unknown_calls: z.int(),
  /** For lack of a permission, and for their address; a call may be in both. */
  refused_calls: z.int(),
  refused_address_calls: z.int(),
  /** The most frequent first. */
  refused_actions: z.array(z.object({ permission: z.string(), action: z.string(), ...Used })),
  /** The latest first. */
  refused_addresses: z.array(z.object({ client_ip: z.string(), ...Used })),
});
export type Replay = z.output<typeof Replay>;

const windowDays = z.union([asWritten(z.literal(30)), asWritten(z.literal(90))]);

export const NarrowInput = z.object({
  scopes: scopes.min(1),
  name: keyName.optional(),
  expires_in_days: days,
  allowed_ip_cidrs: cidrs.optional(),
  days: windowDays.default(90),
  dry_run: z.boolean().default(false),
  accept_refusals: z.boolean().default(false),
});
export type NarrowInput = z.output<typeof NarrowInput>;

export const Narrowed = z.object({
  replay: Replay,
  /** The new key with its text, in this answer only; null for a dry run. */
  key: IssuedKey.nullable(),
  /** The old key, which keeps working until it is revoked or ends. */
  replaces: z.object({ key_id: z.uuid(), status: z.int(), expires_at: millis }),
});
export type Narrowed = z.output<typeof Narrowed>;

/** What API keys are used for. */
export const apiKeyUsage = contract({
  usage: endpoint({
    method: 'GET',
    path: '/api/sys/api-keys/{id}/usage',
    permission: 'sys.apikey.stats',
    summary: 'Read how an API key was used: calls over time, endpoints, failures, addresses; at most 90 days back',
    query: z.object({ since }),
    data: KeyUsage,
    extension: true,
    unknown: UNKNOWN,
  }),
  leastPrivilege: endpoint({
    method: 'GET',
    path: '/api/sys/api-keys/{id}/least-privilege',
    permission: 'sys.apikey.stats',
    summary: 'Compare what an API key may do with what it did in the last 30 or 90 days',
    query: z.object({ days: queryInt().pipe(windowDays).default(90) }),
    data: LeastPrivilege,
    extension: true,
    unknown: UNKNOWN,
  }),
  narrow: endpoint({
    method: 'POST',
    path: '/api/sys/api-keys/{id}/narrow',
    permission: 'sys.apikey.create',
    alsoNeeds: 'sys.apikey.stats',
    summary: 'Issue a narrower key beside one of your own, after replaying its past calls against the narrower scopes',
    body: NarrowInput,
    // As many scopes as a key may have.
    maxBody: 64 * 1024,
    fieldErrors,
    data: Narrowed,
    audit: { resource: 'api_key' },
    extension: true,
    unknown: UNKNOWN,
    errors: [
      'err.sys.apikey.not_holder',
      'err.sys.apikey.not_narrower',
      'err.sys.apikey.replay_refuses',
      'err.sys.apikey.revoked',
      'err.sys.apikey.name_missing',
      'err.sys.apikey.expiry_too_long',
      'err.sys.apikey.scope_beyond',
      'err.sys.apikey.scope_insufficient',
      'err.sys.apikey.cidr_beyond',
    ],
  }),
});
