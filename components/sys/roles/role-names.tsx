'use client';

import { useTranslations } from 'next-intl';
import { useList } from '@/components/layout/preferences/use-format';

type Named = { role_id: number; name: string };

/** A role's name; those that come with the product have one in each language. */
export function useRoleName(): (role: Named) => string {
  const t = useTranslations('sys.roles.names');
  return ({ role_id, name }) => (t.has(String(role_id)) ? t(String(role_id)) : name);
}

/** Several roles by name, in a table or among facts. */
export function RoleNames({ roles }: { roles: readonly Named[] }) {
  const roleName = useRoleName();
  const list = useList();
  return roles.length === 0 ? <span className="text-ink-3">—</span> : list(roles.map(roleName));
}
