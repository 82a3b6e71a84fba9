'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { usePermission } from '@/components/layout/account/session';
import { exactChoice } from './choice';
import { PermissionTree } from './permission-tree';
import { TreeFrame } from './tree-frame';

/** Why the caller cannot hand out a permission: they lack it themselves. Null where they have it. */
export function useLacking(): (full_key: string) => string | null {
  const t = useTranslations('sys.permissions');
  const can = usePermission();
  return (full_key) => (can(full_key) ? null : t('lacking', { permission: full_key }));
}

export type PermissionPickerProps = {
  /** Exact permission keys. */
  value: readonly string[];
  onChange: (keys: string[]) => void;
  /** Why a permission cannot be chosen, else null. What the caller lacks cannot be chosen in any case. */
  offered?: (full_key: string) => string | null;
  /** A word beside a permission. */
  marks?: (full_key: string) => ReactNode;
  /** Shows what is chosen, for reading. */
  readOnly?: boolean;
  /** What is chosen here, for assistive technology; "Permissions" when not given. */
  label?: string;
};

/** Chooses exact permissions from the tree of all; a resource or module represents all below it that can be chosen. */
export function PermissionPicker({ value, onChange, offered, marks, readOnly, label }: PermissionPickerProps) {
  const t = useTranslations('sys.permissions');
  const lacking = useLacking();
  const choice = exactChoice(value, (full_key) => lacking(full_key) ?? offered?.(full_key) ?? null);
  return (
    <TreeFrame>
      {(modules) => (
        <PermissionTree
          modules={modules}
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
