import type { AuditLog } from '@/lib/sys/audit-logs/contract';

/** Whether an operation was about an object: wrote it, named it in its address, or says that it is about it too. */
export function isAbout({ resource_id, detail }: Pick<AuditLog, 'resource_id' | 'detail'>, id: string): boolean {
  return resource_id === id || detail.also === id || Object.values(Object(detail.params)).includes(id);
}
