import type { Resource } from '@/lib/api/resource';
import { resources } from '@/lib/generated/resources';
import type { AuditLog } from '@/lib/sys/audit-logs/contract';

export type ObjectPage = { kind: string; href: string; permission: string };

const byType = new Map<string, Resource>(resources.map((resource) => [resource.type, resource]));

/** The page of an object, or of the object that it is a part of; null where there is none. */
export function pageOf(kind: string, id: string, params: Readonly<Record<string, unknown>> = {}): ObjectPage | null {
  const { page, partOf } = byType.get(kind) ?? {};
  if (partOf) {
    const owner = pageOf(partOf.type, partOf.param ? String(params[partOf.param] ?? '') : id);
    return owner && { ...owner, href: `${owner.href}?tab=${partOf.tab}` };
  }
  if (!page || id === '') return null;
  return { kind, href: `${page.path}/${encodeURIComponent(id)}`, permission: page.permission };
}

/** The page of what an operation was about, unless that operation deleted it. */
export function objectPageOf(log: AuditLog): ObjectPage | null {
  const { page, partOf } = byType.get(log.resource_type) ?? {};
  const isGone = log.status === 1 && log.action.endsWith('.delete') && !page?.isKept && !partOf;
  // All keys of a user revoked at once: the row names the user.
  const isUser = log.action === 'sys.apikey.delete' && !('id' in Object(log.detail.params));
  const params = Object(log.detail.params) as Record<string, unknown>;
  return isGone ? null : pageOf(isUser ? 'user' : log.resource_type, log.resource_id, params);
}
