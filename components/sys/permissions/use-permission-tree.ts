'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { query } from '@/lib/api/client';
import { type PermissionFacts, permissionTree } from '@/lib/sys/permissions/contract';
import type { NamedModule } from './tree';

/** Every permission there is, named in the reader's language; it changes only with the program. */
export function usePermissionTree() {
  const t = useTranslations();
  const { data, error, refetch } = useQuery({ ...query(permissionTree.tree, {}), staleTime: Number.POSITIVE_INFINITY });
  const modules: NamedModule[] | undefined = data?.map((module) => {
    const key = `permission.${module.module}.name`;
    return { ...module, name: t.has(key) ? t(key) : module.module };
  });
  return { modules, error, refetch };
}

/** What each permission opens, by its key; empty until it has arrived. */
export function usePermissionFacts(): ReadonlyMap<string, PermissionFacts> {
  const { data = [] } = useQuery({ ...query(permissionTree.facts, {}), staleTime: Number.POSITIVE_INFINITY });
  return new Map(data.map((facts) => [facts.full_key, facts]));
}

/** A permission in words, "Policies: Delete"; the key itself until the names have arrived. */
export function usePermissionName(): (full_key: string) => string {
  const t = useTranslations('sys.permissions');
  const { modules = [] } = usePermissionTree();
  const names = new Map(
    modules.flatMap((module) =>
      module.resources.flatMap((resource) =>
        resource.actions.map((action) => [
          action.full_key,
          t('named', { resource: resource.name, action: action.name }),
        ]),
      ),
    ),
  );
  return (full_key) => names.get(full_key) ?? full_key;
}
