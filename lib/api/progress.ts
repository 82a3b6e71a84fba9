import { anonymous, type Principal } from '@/lib/auth/principal';
import type { Route } from './registry';

/** How far a request came: what logs, metrics and the audit row of a refusal say about it. Only `dispatch` writes it. */
export type Progress = {
  route?: Route;
  /** Who sends the request, also where they were not let in after that was known. */
  sender?: Principal;
  /** Who was let in. */
  principal: Principal;
  /** Of path and body, what the endpoint knows, without secrets: for the audit log. */
  params: Readonly<Record<string, unknown>>;
  /** The permission that let the caller in; empty where none did. */
  permission: string;
};

export const atStart = (): Progress => ({ principal: anonymous, params: {}, permission: '' });
