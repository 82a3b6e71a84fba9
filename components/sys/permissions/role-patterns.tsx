'use client';

import { useTranslations } from 'next-intl';
import { Tag } from '@/components/ui/content/tag';
import { patternChoice } from './choice';
import { PatternList } from './pattern-list';
import { useLacking } from './permission-picker';
import { PermissionTree } from './permission-tree';
import { keysOfModule } from './tree';
import { TreeFrame } from './tree-frame';
import { usePermissionFacts } from './use-permission-tree';

/**
 * Edits what a role of business users grants: patterns as a list that can be typed into, and below it the tree of all
 * permissions, where whole modules and resources are granted as patterns. What the caller lacks cannot be chosen.
 */
export function RolePatterns({
  value,
  onChange,
  label,
}: {
  value: readonly string[];
  onChange: (patterns: string[]) => void;
  label: string;
}) {
  const t = useTranslations('sys.permissions');
  const lacking = useLacking();
  const facts = usePermissionFacts();
  const without = (full_key: string) => (facts.get(full_key)?.platform_only ? t('platform_only_text') : null);
  const choice = patternChoice(value, {
    offered: lacking,
    without,
    coveredBy: (pattern) => t('covered', { pattern }),
  });
  return (
    <TreeFrame>
      {(modules) => (
        <div className="flex flex-col gap-2">
          <PatternList
            value={value}
            onChange={onChange}
            permissions={modules.flatMap(keysOfModule)}
            lacking={(full_key) => (without(full_key) === null ? lacking(full_key) : null)}
          />
          <PermissionTree
            modules={modules}
            label={label}
            mode={{ kind: 'choose', choice, onChange }}
            marks={(key) => (without(key) === null ? null : <Tag off>{t('platform_only')}</Tag>)}
          />
        </div>
      )}
    </TreeFrame>
  );
}
