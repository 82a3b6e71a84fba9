import { v7 as uuid } from 'uuid';
import type { Ctx } from '@/lib/api/context';
import { AppError, notFound } from '@/lib/api/errors';
import { isPermission } from '@/lib/api/registry';
import { findById, type UserRow } from '@/lib/auth/identity';
import { canonicalCidr, coversRanges, readCidrs } from '@/lib/auth/keys/cidr';
import { newKeyText } from '@/lib/auth/keys/key-text';
import { type ApiKeyRow, insertKeyEvents, KEY_ACTIVE, KEY_REVOKED } from '@/lib/auth/keys/repository';
import { requireStillAllowed } from '@/lib/auth/still-allowed';
import { tokenHash } from '@/lib/auth/tokens';
import { type Change, change } from '@/lib/change/change';
import type { Tx } from '@/lib/db/store';
import { ownership } from '@/lib/tenancy/scope';
import type { ApiKey, ApiKeyInput, IssuedKey } from './contract';
import { known } from './reads';
import * as repository from './repository';

const DAY_MS = 86_400_000;

type Action = 'create' | 'revoke' | 'renew' | 'revoke-all';

/** A row of the management log, in the transaction of what it tells (spec 2.2). */
function logManagement(ctx: Ctx, tx: Tx, action: Action, key_id: string, extra: object = {}): Promise<void> {
  const { principal, request, now } = ctx;
  const row = {
    event_type: 'manage' as const,
    key_id,
    user_id: principal.user_id,
    oem_id: principal.oem_id,
    auth_mode: principal.auth_mode,
    action,
    status_code: 0,
    biz_code: 0,
    client_ip: request.peer,
    user_agent: request.user_agent,
    permission: '',
    extra: JSON.stringify(extra),
    ctime: now,
  };
  return insertKeyEvents(tx, [row]);
}

/**
 * The scopes of a new key. Each is a permission that exists and the issuer's roles grant now (1052); issued by a key,
 * each is within that key's (1053), and none given means a copy of that key's, never all (DESIGN 5).
 */
function scopesOf({ principal }: Ctx, wanted: readonly string[]): string[] {
  const held = principal.key?.held ?? principal.grants;
  const isHeld = (scope: string) => isPermission(scope) && held.has(scope);
  const beyond = wanted.findIndex((scope) => !isHeld(scope));
  if (beyond >= 0) throw refusal('scope_beyond', wanted, beyond);
  const own = principal.key?.scopes ?? [];
  if (own.length === 0) return [...new Set(wanted)];
  if (wanted.length === 0) return own.filter(isHeld);
  const outside = wanted.findIndex((scope) => !own.includes(scope));
  if (outside >= 0) throw refusal('scope_insufficient', wanted, outside);
  return [...new Set(wanted)];
}

function refusal(reason: 'scope_beyond' | 'scope_insufficient', scopes: readonly string[], at: number): AppError {
  const values = { permission: scopes[at] ?? '' };
  return new AppError(`err.sys.apikey.${reason}`, { field: `scopes.${at}`, values });
}

/** The addresses of a new key, in canonical form; issued by a key, within that key's, and none given means a copy. */
function cidrsOf({ principal }: Ctx, wanted: readonly string[]): string[] {
  const cidrs = [...new Set(wanted.map(canonicalCidr))];
  const { allowed_ip_cidrs = [], ranges = [] } = principal.key ?? {};
  if (cidrs.length === 0) return [...allowed_ip_cidrs];
  if (!coversRanges(ranges, readCidrs(cidrs))) {
    throw new AppError('err.sys.apikey.cidr_beyond', { field: 'allowed_ip_cidrs' });
  }
  return cidrs;
}

/**
 * Issues a key of the caller's own; its text leaves in this answer and is stored nowhere (spec 4.3). `note` goes into
 * the management log.
 */
export async function issueKey(ctx: Ctx, input: ApiKeyInput, note: object = {}): Promise<IssuedKey> {
  const { prefix, secret } = newKeyText();
  const row: ApiKeyRow = {
    key_id: uuid(),
    ...ownership(ctx.principal),
    name: input.name,
    prefix,
    secret_hash: tokenHash(secret),
    last4: secret.slice(-4),
    scopes: JSON.stringify(scopesOf(ctx, input.scopes)),
    allowed_ip_cidrs: JSON.stringify(cidrsOf(ctx, input.allowed_ip_cidrs)),
    status: KEY_ACTIVE,
    expires_at: ctx.now + input.expires_in_days * DAY_MS,
    last_used_at: 0,
    last_used_ip: '',
    ctime: ctx.now,
  };
  return change(ctx, (tx) => insertIssued(ctx, tx, { row, note, api_key: `${prefix}.${secret}` }));
}

type Issuing = { row: ApiKeyRow; note: object; api_key: string };

async function insertIssued(ctx: Ctx, tx: Tx, { row, note, api_key }: Issuing): Promise<Change<IssuedKey>> {
  await repository.insertKey(tx, row);
  await logManagement(ctx, tx, 'create', row.key_id, note);
  const { key_id, name, prefix, last4, expires_at } = row;
  const data = { key_id, name, api_key, prefix, last4, expires_at };
  return { id: key_id, label: labelOf(row), before: null, after: repository.toApiKey(row), data };
}

const labelOf = ({ name, prefix }: ApiKeyRow) => `${name} (${prefix})`;

/** What `change` records of a key that became another. */
function changed<T>(row: repository.StoredKey, after: ApiKeyRow, data: T): Change<T> {
  return {
    id: row.key_id,
    label: labelOf(row),
    owner: row,
    before: repository.toApiKey(row),
    after: repository.toApiKey(after),
    identityChanged: true,
    data,
  };
}

/** Revokes a key; the next call with it gets 401. Revoking it again changes nothing. Throws not_found. */
export function revokeKey(ctx: Ctx, key_id: string): Promise<null> {
  return change(ctx, async (tx) => {
    const row = known(await repository.lockKey(tx, ctx.scope, key_id));
    if (row.status === KEY_REVOKED) return { id: key_id, label: labelOf(row), owner: row, data: null };
    const endsCaller = key_id === ctx.principal.key?.key_id;
    if (endsCaller) await requireStillAllowed(tx, ctx);
    await repository.updateKey(tx, key_id, { status: KEY_REVOKED });
    await logManagement(ctx, tx, 'revoke', key_id);
    return { ...changed(row, { ...row, status: KEY_REVOKED }, null), endsCaller };
  });
}

/** Moves a key's end to so many days from now, also after it expired. Throws not_found, revoked. */
export function renewKey(ctx: Ctx, key_id: string, expires_in_days: number): Promise<ApiKey> {
  const expires_at = ctx.now + expires_in_days * DAY_MS;
  return change(ctx, async (tx) => {
    const row = known(await repository.lockKey(tx, ctx.scope, key_id));
    if (row.status === KEY_REVOKED) throw new AppError('err.sys.apikey.revoked');
    await repository.updateKey(tx, key_id, { expires_at });
    const extra = { before_expires_at: row.expires_at, after_expires_at: expires_at };
    await logManagement(ctx, tx, 'renew', key_id, extra);
    const after = { ...row, expires_at };
    return changed(row, after, repository.toApiKey(after));
  });
}

/** Whose keys a caller may end at once: their own, platform staff also those of a user of their OEM. */
async function holder(ctx: Ctx, tx: Tx, user_id: string): Promise<UserRow> {
  const mayOthers = ctx.principal.tier === 'platform';
  const user = mayOthers || user_id === ctx.principal.user_id ? await findById(tx, user_id) : undefined;
  if (!user) throw notFound();
  if (user.oem_id !== ctx.principal.oem_id) throw new AppError('err.sys.user.oem_mismatch');
  return user;
}

/** Revokes every active key of a user, of the caller when none is named; also the one that carries this call. */
export function revokeAllKeys(ctx: Ctx, user_id = ctx.principal.user_id): Promise<{ revoked: number }> {
  return change(ctx, async (tx) => {
    const user = await holder(ctx, tx, user_id);
    const endsCaller = ctx.principal.key !== undefined && user.user_id === ctx.principal.user_id;
    if (endsCaller) await requireStillAllowed(tx, ctx);
    const rows = await repository.revokeKeysOf(tx, user.oem_id, user.user_id);
    const revoked = rows.length;
    const key_ids = rows.map(({ key_id }) => key_id);
    await logManagement(ctx, tx, 'revoke-all', '', { user_id: user.user_id, affected: revoked, key_ids });
    return {
      id: '',
      label: user.user_name,
      also: user.user_id,
      owner: user,
      cascades: rows.map((row) => ({
        type: 'api_key',
        id: row.key_id,
        before: repository.toApiKey({ ...row, status: KEY_ACTIVE }),
        after: repository.toApiKey(row),
      })),
      identityChanged: true,
      endsCaller,
      data: { revoked },
    };
  });
}
