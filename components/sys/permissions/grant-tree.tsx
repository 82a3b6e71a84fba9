'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Mark } from '@/components/ui/content/mark';
import { Tag } from '@/components/ui/content/tag';
import { Checkbox } from '@/components/ui/controls/checkbox';
import { matches } from '@/lib/auth/permissions';
import { GRANT_MARKS } from './module-rows';
import { usePermissionPanel } from './permission-panel';
import { PermissionTree } from './permission-tree';
import { keysOf, type NamedModule, only, type Resource } from './tree';
import { TreeFrame } from './tree-frame';
import type { Grant, TreeMarks } from './tree-mode';
import { usePermissionFacts } from './use-permission-tree';

/** Something that grants: a pattern of a role, a role of a user, or without a name whatever it may be. */
export type GrantSource = { label?: string; mono?: boolean; patterns: readonly string[] };

/** Which sources grant a permission. */
const sourcesOf = (sources: readonly GrantSource[], full_key: string) =>
  sources.filter(({ patterns }) => patterns.some((pattern) => matches(pattern, full_key)));

function Sources({ sources }: { sources: readonly GrantSource[] }) {
  return sources.map(({ label, mono }) =>
    label === undefined ? null : (
      <Tag key={label} mono={mono}>
        {label}
      </Tag>
    ),
  );
}

/** What the marks of the tree mean; `only` is what grants all of it, which then need not be repeated at each permission. */
function Legend({ grants, only: one }: { grants: readonly Grant[]; only: GrantSource | undefined }) {
  const t = useTranslations('sys.permissions');
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-12 text-ink-3">
      {grants.map((grant) => (
        <li key={grant} className="inline-flex items-center gap-2">
          <Mark {...GRANT_MARKS[grant]} />
          {t(`legend.${grant}`)}
          {grant === 'granted' && one ? <Sources sources={[one]} /> : null}
        </li>
      ))}
    </ul>
  );
}

/** What grants each permission, said once per resource where it is the same for all of it. */
function marksOf(sources: readonly GrantSource[], modules: readonly NamedModule[]): TreeMarks {
  const signature = (key: string) =>
    sourcesOf(sources, key)
      .map((source) => sources.indexOf(source))
      .join();
  const isUniform = (resource: Resource) => new Set(keysOf(resource).map(signature)).size === 1;
  const uniform = new Set(modules.flatMap((module) => module.resources.filter(isUniform).flatMap(keysOf)));
  return {
    marks: (key) => (uniform.has(key) ? null : <Sources sources={sourcesOf(sources, key)} />),
    resourceMarks: ({ actions: [first] }) =>
      first && uniform.has(first.full_key) ? <Sources sources={sourcesOf(sources, first.full_key)} /> : null,
  };
}

/**
 * What really is granted: the whole tree with a mark at each permission and what grants it, once per resource where it
 * is the same for all of it. A permission opens who else has it.
 */
export function GrantTree({
  sources,
  isPlatform,
  label,
}: {
  sources: readonly GrantSource[];
  /** Whether platform-only permissions take effect. */
  isPlatform: boolean;
  label: string;
}) {
  const t = useTranslations('sys.permissions');
  const facts = usePermissionFacts();
  const panel = usePermissionPanel();
  const [onlyGranted, setOnlyGranted] = useState(false);
  const grantOf = (full_key: string): Grant => {
    if (sourcesOf(sources, full_key).length === 0) return 'none';
    return !isPlatform && facts.get(full_key)?.platform_only ? 'void' : 'granted';
  };
  return (
    <TreeFrame>
      {(modules) => {
        const shown = onlyGranted ? only(modules, (key) => grantOf(key) === 'granted') : modules;
        return (
          <div className="flex flex-col gap-2">
            <Legend
              grants={isPlatform ? ['granted', 'none'] : ['granted', 'void', 'none']}
              only={sources.length === 1 ? sources[0] : undefined}
            />
            <PermissionTree
              modules={shown}
              label={label}
              mode={{ kind: 'show', grantOf, onOpen: panel.open }}
              {...(sources.length > 1 ? marksOf(sources, modules) : {})}
              toolbar={<Checkbox label={t('only_granted')} checked={onlyGranted} onChange={setOnlyGranted} />}
            />
            {panel.element}
          </div>
        );
      }}
    </TreeFrame>
  );
}
