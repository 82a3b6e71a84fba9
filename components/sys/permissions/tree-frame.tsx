'use client';

import type { ReactNode } from 'react';
import { ErrorState } from '@/components/ui/states/error-state';
import { Skeleton } from '@/components/ui/states/skeleton';
import type { NamedModule } from './tree';
import { usePermissionTree } from './use-permission-tree';

/** What needs the permission tree, once it has arrived. */
export function TreeFrame({ children }: { children: (modules: readonly NamedModule[]) => ReactNode }) {
  const { modules, error, refetch } = usePermissionTree();
  if (modules) return children(modules);
  if (error) return <ErrorState what="common.error.what.permissions" error={error} onRetry={() => refetch()} />;
  return <Skeleton growing lines={10} className="py-2" />;
}
