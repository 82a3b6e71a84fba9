import type { Resource } from '@/lib/api/resource';
import { resources } from '@/lib/generated/resources';
import type { AuditLog } from '@/lib/sys/audit-logs/contract';

type Detail = Partial<Pick<AuditLog['detail'], 'params' | 'also'>>;
export type ObjectPage = { kind: string; href: string; permission: string };

const byType = new Map<string, Resource>(resources.map((resource) => [resource.type, resource]));

/** Id of the object that a part belongs to, as an audit row about that part says it; empty where it does not. */
function wholeOf({ param, isAlso }: NonNullable<Resource['partOf']>, id: string, { params, also }: Detail): string {
  if (isAlso) return also ?? '';
  return param === undefined ? id : String(Object(params)[param] ?? '');
}

/** The page of an object, or of the object that it is a part of; null where there is none. */
export function pageOf(kind: string, id: string, detail: Detail = {}): ObjectPage | null {
  const { page, partOf } = byType.get(kind) ?? {};
  if (partOf) {
    const owner = pageOf(partOf.type, wholeOf(partOf, id, detail));
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
  return isGone ? null : pageOf(isUser ? 'user' : log.resource_type, log.resource_id, log.detail);
}
