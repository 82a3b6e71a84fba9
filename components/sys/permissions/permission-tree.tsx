'use client';

import { useTranslations } from 'next-intl';
import { type ReactNode, useId, useState } from 'react';
import { Input } from '@/components/ui/controls/input';
import { ModuleRows } from './module-rows';
import { type NamedModule, searched } from './tree';
import type { TreeMarks, TreeMode } from './tree-mode';
import { useArrowKeys } from './use-arrow-keys';

/** Every permission as modules, resources and actions, to choose from or to mode at, with a search above. */
export function PermissionTree({
  modules,
  mode,
  label,
  toolbar,
  ...marks
}: TreeMarks & {
  modules: readonly NamedModule[];
  mode: TreeMode;
  /** What the tree is, for assistive technology. */
  label: string;
  /** Right of the search. */
  toolbar?: ReactNode;
}) {
  const t = useTranslations('sys.permissions');
  const [text, setText] = useState('');
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const arrows = useArrowKeys();
  const hintId = useId();
  const found = searched(modules, text);
  const fold = (module: string) => {
    const next = new Set(folded);
    if (!next.delete(module)) next.add(module);
    setFolded(next);
  };
  return (
    <div className="@container min-w-0 rounded-2 border border-line bg-panel">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 p-2">
        <Input
          type="search"
          boxClassName="min-w-40 flex-1"
          icon="search"
          aria-label={t('search')}
          placeholder={t('search')}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            // Enter in a search is no order to save the form around it.
            if (event.key === 'Enter') event.preventDefault();
          }}
        />
        {toolbar}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would draw the label once more */}
      <div {...arrows} role="group" aria-label={label} aria-describedby={hintId}>
        {found.map((module) => (
          <ModuleRows
            key={module.module}
            module={module}
            mode={mode}
            {...marks}
            isFolded={text.trim() === '' && folded.has(module.module)}
            onFold={() => fold(module.module)}
          />
        ))}
      </div>
      {found.length === 0 ? (
        <p role="status" className="border-t border-line px-3 py-4 text-center text-ink-3">
          {text.trim() === '' ? t('none') : t('nothing', { text: text.trim() })}
        </p>
      ) : null}
      <p id={hintId} className="sr-only">
        {t('keys')}
      </p>
    </div>
  );
}
