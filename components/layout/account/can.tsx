'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Gate, useGateReason } from '@/components/ui/states/gate';
import { usePermission } from './session';

/**
 * Gates the controls inside by a permission: without it they stay visible, disabled, and name what is missing, so that
 * it can be asked for.
 */
export function Can({ permission, children }: { permission: string | undefined; children: ReactNode }) {
  const missing = useMissingPermission(permission);
  const outer = useGateReason();
  return <Gate reason={outer ?? missing}>{children}</Gate>;
}

/** The words for a missing permission, or null when the caller has it; for menus and other declared actions. */
export function useMissingPermission(permission: string | undefined): string | null {
  const t = useTranslations('common');
  const can = usePermission();
  return permission === undefined || can(permission) ? null : t('needs_permission', { permission });
}
