'use client';

import { parseAsString, useQueryState } from 'nuqs';
import type { ReactNode } from 'react';
import { latePart } from '@/components/layout/preferences/late-part';

const PermissionDrawer = latePart(() => import('./permission-drawer').then((m) => m.PermissionDrawer));

/** The drawer about one permission, open while the URL names it as `permission`. Put `element` on the page. */
export function usePermissionPanel(): { open: (full_key: string) => void; element: ReactNode } {
  const [full_key, setKey] = useQueryState('permission', parseAsString);
  return {
    open: (next) => void setKey(next, { history: 'push' }),
    element: full_key ? (
      <PermissionDrawer key={full_key} full_key={full_key} onClose={() => void setKey(null, { history: 'replace' })} />
    ) : null,
  };
}
