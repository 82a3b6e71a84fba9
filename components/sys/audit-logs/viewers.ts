import type { AuditLog } from '@/lib/sys/audit-logs/contract';

type Words = { platform: string; heads: string };

/**
 * Who can see an operation, in words, from the rules of visibility (spec 4.4): platform staff, the heads of the OEM's
 * chains, the actor, and whom staff acted for. Somebody already meant by a word before is not named again.
 */
export function viewersOf(
  log: Pick<AuditLog, 'actor_type' | 'actor_name' | 'user_id' | 'on_behalf_user_name'>,
  words: Words,
): string[] {
  const isStaff = log.actor_type === 'staff';
  const actor = isStaff || log.user_id === '' ? '' : log.actor_name;
  const owner = isStaff ? log.on_behalf_user_name : '';
  return [words.platform, words.heads, actor, owner].filter((name) => name !== '');
}
