'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { usePermission, useSession } from '@/components/layout/account/session';
import { exactChoice } from './choice';
import { PermissionTree } from './permission-tree';
import { only } from './tree';
import { TreeFrame } from './tree-frame';
import { usePermissionFacts } from './use-permission-tree';

/** Why the caller cannot hand out a permission: they lack it themselves. Null where they have it. */
export function useLacking(): (full_key: string) => string | null {
  const t = useTranslations('sys.permissions');
  const can = usePermission();
  return (full_key) => (can(full_key) ? null : t('lacking', { permission: full_key }));
}

/** Whether a permission the caller hands out would take effect: they have it, and it is not for platform staff alone. */
export function useIsEffective(): (full_key: string) => boolean {
  const can = usePermission();
  const { is_platform } = useSession();
  const facts = usePermissionFacts();
  return (full_key) => can(full_key) && (is_platform || facts.get(full_key)?.platform_only !== true);
}

export type PermissionPickerProps = {
  /** Exact permission keys. */
  value: readonly string[];
  onChange: (keys: string[]) => void;
  /** Shows only what can be chosen, or is: what the caller has and what would take effect. */
  onlyEffective?: true;
  /** A word beside a permission. */
  marks?: (full_key: string) => ReactNode;
  /** Shows what is chosen, for reading. */
  readOnly?: boolean;
  /** What is chosen here, for assistive technology; "Permissions" when not given. */
  label?: string;
};

/** Chooses exact permissions from the tree of all; a resource or module represents all below it that can be chosen. */
export function PermissionPicker({ value, onChange, onlyEffective, marks, readOnly, label }: PermissionPickerProps) {
  const t = useTranslations('sys.permissions');
  const lacking = useLacking();
  const isEffective = useIsEffective();
  const choice = exactChoice(value, lacking);
  const isShown = (full_key: string) => isEffective(full_key) || value.includes(full_key);
  return (
    <TreeFrame>
      {(modules) => (
        <PermissionTree
          modules={onlyEffective ? only(modules, isShown) : modules}
          label={label ?? t('title')}
          marks={marks}
          mode={
            readOnly
              ? { kind: 'show', grantOf: (full_key) => (value.includes(full_key) ? 'granted' : 'none') }
              : { kind: 'choose', choice, onChange }
          }
        />
      )}
    </TreeFrame>
  );
}
