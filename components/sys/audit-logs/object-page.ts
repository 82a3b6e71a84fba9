import type { AuditLog } from '@/lib/sys/audit-logs/contract';

/** The pages of objects, by what the log calls them, and the permission each needs. */
const PAGES = {
  domain: { path: '/guard/domains', permission: 'guard.domain.view' },
  policy: { path: '/guard/policies', permission: 'guard.policy.view' },
  user: { path: '/sys/users', permission: 'sys.user.view' },
  role: { path: '/sys/roles', permission: 'sys.user.view' },
  api_key: { path: '/sys/api-keys', permission: 'sys.apikey.list' },
} as const;

export type PageKind = keyof typeof PAGES;
export type ObjectPage = { kind: PageKind; href: string; permission: string };

const isPageKind = (kind: string): kind is PageKind => Object.hasOwn(PAGES, kind);

/** The page of an object; null where there is none. */
export function pageOf(kind: string, id: string): ObjectPage | null {
  if (id === '' || !isPageKind(kind)) return null;
  const { path, permission } = PAGES[kind];
  return { kind, href: `${path}/${encodeURIComponent(id)}`, permission };
}

/** The page of what an operation was about, unless that operation deleted it. A revoked key keeps its page. */
export function objectPageOf(log: AuditLog): ObjectPage | null {
  const isGone = log.status === 1 && log.action.endsWith('.delete') && log.resource_type !== 'api_key';
  // All keys of a user revoked at once: the row names the user.
  const isUser = log.action === 'sys.apikey.delete' && !('id' in Object(log.detail.params));
  return isGone ? null : pageOf(isUser ? 'user' : log.resource_type, log.resource_id);
}
