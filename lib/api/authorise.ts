import type { Principal } from '@/lib/auth/principal';
import { requireOperator } from '@/lib/tenancy/operator';
import type { AnyEndpoint } from './endpoint';
import { AppError } from './errors';

/**
 * Who may call an endpoint at all: decided from the path alone, before anything of the request is read. Answers the
 * permission that let the caller in; empty where none was asked for, or not yet.
 */
export function authorise(principal: Principal, endpoint: AnyEndpoint, params: Record<string, string>): string {
  const { permission } = endpoint;
  if (permission === 'public') return '';
  // Of a key's owner only what its scopes name is the key's.
  const isSelf =
    principal.auth_mode === 'session' &&
    endpoint.selfParam !== undefined &&
    params[endpoint.selfParam] === principal.user_id;
  if (principal.must_change_password && !mayPrecedeChange(endpoint, isSelf)) {
    throw new AppError('err.auth.password_change_required');
  }
  if (permission === 'session') {
    if (principal.auth_mode !== 'session') throw new AppError('err.auth.session_only');
    return '';
  }
  if (endpoint.platformOnly && principal.tier !== 'platform') throw new AppError('err.auth.platform_only');
  if (endpoint.operatorOnly) requireOperator(principal);
  if (isSelf) return '';
  if (typeof permission === 'function') {
    // Which of them it is says the body, which is not read of those who have none.
    const [first = ''] = endpoint.grants ?? [];
    if (!endpoint.grants?.some((one) => principal.grants.has(one))) require(principal, first);
    return '';
  }
  const granted = require(principal, permissionAt(permission, params));
  if (endpoint.alsoNeeds) require(principal, endpoint.alsoNeeds);
  return granted;
}

/** A permission whose `{param}` segments are filled from the path. */
export const permissionAt = (permission: string, params: Record<string, string>): string =>
  permission.replace(/\{(\w+)\}/g, (_, name) => params[name] ?? '');

function mayPrecedeChange(endpoint: AnyEndpoint, isSelf: boolean): boolean {
  return endpoint.beforePasswordChange === true && (endpoint.selfParam === undefined || isSelf);
}

/** The second half, for endpoints whose permission is in their body (spec 4.13, batch). Answers it, or an empty text. */
export function authoriseInput(principal: Principal, endpoint: AnyEndpoint, input: object): string {
  if (typeof endpoint.permission !== 'function') return '';
  return require(principal, endpoint.permission(input as never));
}

function require(principal: Principal, permission: string): string {
  if (principal.grants.has(permission)) return permission;
  const errKey = principal.auth_mode === 'apikey' ? 'err.sys.apikey.scope_insufficient' : 'err.auth.permission';
  throw new AppError(errKey, { values: { permission } });
}
