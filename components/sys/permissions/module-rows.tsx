'use client';

import { useTranslations } from 'next-intl';
import { type ReactNode, useId } from 'react';
import { Icon } from '@/components/ui/content/icon';
import { Mark } from '@/components/ui/content/mark';
import { Checkbox } from '@/components/ui/controls/checkbox';
import { cx } from '@/components/ui/cx';
import type { TreeNode } from './choice';
import { type Action, keysOf, keysOfModule, type NamedModule, type Resource } from './tree';
import type { Grant, TreeMarks, TreeMode } from './tree-mode';

type Shared = TreeMarks & { mode: TreeMode };

/** The tri-state box of a place in the tree. */
function Box({
  node,
  mode,
  name,
  label,
}: {
  node: TreeNode;
  mode: Extract<TreeMode, { kind: 'choose' }>;
  name: string;
  label?: ReactNode;
}) {
  const { choice, onChange } = mode;
  const state = {
    ...choice.stateOf(node),
    reason: choice.reasonOf(node) ?? undefined,
    onChange: (checked: boolean) => onChange(choice.toggled(node, checked)),
  };
  return label === undefined ? <Checkbox {...state} name={name} /> : <Checkbox {...state} label={label} />;
}

export const GRANT_MARKS: Record<Grant, { meaning: 'unaudited'; shape: 'full' | 'crossed' | 'hollow' }> = {
  granted: { meaning: 'unaudited', shape: 'full' },
  void: { meaning: 'unaudited', shape: 'crossed' },
  none: { meaning: 'unaudited', shape: 'hollow' },
};

/** A permission as granted, by mark and word. */
function Shown({ action, mode }: { action: Action; mode: Extract<TreeMode, { kind: 'show' }> }) {
  const t = useTranslations('sys.permissions');
  const grant = mode.grantOf?.(action.full_key);
  const inside = grant ? (
    <>
      <Mark {...GRANT_MARKS[grant]} />
      {action.name}
      <span className="sr-only">{t(`grants.${grant}`)}</span>
    </>
  ) : (
    action.name
  );
  const isOff = grant === 'void' || grant === 'none';
  const className = cx('inline-flex min-h-6 items-center gap-2 text-left', isOff && 'text-ink-3');
  if (!mode.onOpen) return <span className={className}>{inside}</span>;
  return (
    <button
      type="button"
      className={cx(className, 'rounded-1', grant ? 'hover:text-accent' : 'link')}
      onClick={() => mode.onOpen?.(action.full_key)}
    >
      {inside}
    </button>
  );
}

function ActionItem({ action, mode, marks }: Shared & { action: Action }) {
  return (
    <li className="flex min-h-6 max-w-full min-w-0 flex-wrap items-center gap-x-1.5" data-tip={action.full_key}>
      {mode.kind === 'choose' ? (
        <Box
          node={{ pattern: action.full_key, keys: [action.full_key] }}
          mode={mode}
          name={action.name}
          label={action.name}
        />
      ) : (
        <Shown action={action} mode={mode} />
      )}
      {marks?.(action.full_key)}
    </li>
  );
}

function ResourceRow({ resource, mode, marks, resourceMarks }: Shared & { resource: Resource }) {
  const id = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a row of the tree
    <div
      role="group"
      aria-labelledby={id}
      data-row=""
      className="grid gap-x-3 gap-y-1 border-t border-line grid-cols-[7.5rem_minmax(0,1fr)] px-3 py-1.5 @lg:grid-cols-[11rem_minmax(0,1fr)] @lg:pl-10"
    >
      <div className="flex min-h-6 min-w-0 items-center gap-2 self-start font-medium" data-tip={resource.prefix}>
        {mode.kind === 'choose' ? (
          <Box
            node={{ pattern: `${resource.prefix}.*`, keys: keysOf(resource) }}
            mode={mode}
            name={resource.name}
            label={<span id={id}>{resource.name}</span>}
          />
        ) : (
          <span id={id}>{resource.name}</span>
        )}
      </div>
      <ul className="flex min-w-0 flex-wrap gap-x-4 gap-y-1 max-sm:gap-y-2">
        {resource.actions.map((action) => (
          <ActionItem key={action.full_key} action={action} mode={mode} marks={marks} />
        ))}
        {resourceMarks ? (
          <li className="flex min-h-6 flex-wrap items-center gap-1.5">{resourceMarks(resource)}</li>
        ) : null}
      </ul>
    </div>
  );
}

/** How many of a module's permissions are chosen or granted; undefined where nothing is said about that. */
function countOf(mode: TreeMode, keys: readonly string[]): number | undefined {
  if (mode.kind === 'show') return mode.grantOf && keys.filter((key) => mode.grantOf?.(key) === 'granted').length;
  return keys.filter((key) => mode.choice.stateOf({ pattern: key, keys: [key] }).checked).length;
}

/** A module that can be folded, with its resources as rows below. */
export function ModuleRows({
  module,
  mode,
  isFolded,
  onFold,
  ...marks
}: Shared & { module: NamedModule; isFolded: boolean; onFold: () => void }) {
  const t = useTranslations('sys.permissions');
  const keys = keysOfModule(module);
  const chosen = countOf(mode, keys);
  const id = useId();
  return (
    <div>
      <div data-row="" className="flex min-h-9 items-center gap-2 border-t border-line bg-sunken px-2">
        <button
          type="button"
          aria-expanded={!isFolded}
          aria-controls={id}
          aria-label={t('fold', { name: module.name })}
          onClick={onFold}
          className="grid size-6 flex-none place-items-center rounded-1 text-ink-3 hover:text-ink"
        >
          <Icon name={isFolded ? 'chevron-right' : 'chevron-down'} />
        </button>
        <span className="flex min-w-0 flex-1 items-center font-semibold">
          {mode.kind === 'choose' ? (
            <Box node={{ pattern: `${module.module}.*`, keys }} mode={mode} name={module.name} label={module.name} />
          ) : (
            module.name
          )}
        </span>
        <span className="flex-none text-12 text-ink-3 tabular-nums">
          {chosen === undefined ? keys.length : t('count', { chosen, total: keys.length })}
        </span>
      </div>
      <div id={id}>
        {isFolded
          ? null
          : module.resources.map((resource) => (
              <ResourceRow key={resource.prefix} resource={resource} mode={mode} {...marks} />
            ))}
      </div>
    </div>
  );
}
