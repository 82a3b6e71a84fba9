'use client';

import { useTranslations } from 'next-intl';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { Button, IconButton } from '@/components/ui/controls/button';
import { FieldError } from '@/components/ui/controls/field';
import { Input } from '@/components/ui/controls/input';
import { matches } from '@/lib/auth/permissions';
import { PermissionPattern } from '@/lib/sys/roles/contract';
import { withPattern } from './choice';

/** Patterns that cut across modules, which no place in the tree represents. */
const ACROSS = ['*.*.list', '*.*.view'];

type Lacking = (full_key: string) => string | null;

/** Why a typed pattern cannot be added, or null. */
function usePatternProblem(permissions: readonly string[], lacking: Lacking): (pattern: string) => string | null {
  const t = useTranslations('sys.permissions');
  return (pattern) => {
    const meant = permissions.filter((key) => matches(pattern, key));
    if (!PermissionPattern.safeParse(pattern).success || meant.length === 0) return t('pattern_unknown');
    return meant.map(lacking).find((reason) => reason !== null) ?? null;
  };
}

/** A pattern with how much it grants now, and the way to take it back. */
function Pattern({ pattern, count, onRemove }: { pattern: string; count: number; onRemove: () => void }) {
  const t = useTranslations('sys.permissions');
  return (
    <li className="inline-flex max-w-full items-center gap-1.5 rounded-1 border border-line-strong pl-2">
      <code className="min-w-0 text-12 break-all">{pattern}</code>
      <span className="text-12 text-ink-3 tabular-nums">{t('pattern_count', { count })}</span>
      <IconButton icon="close" size="small" name={t('pattern_remove', { pattern })} onClick={onRemove} />
    </li>
  );
}

/** The patterns of a role as a list one can type into. */
export function PatternList({
  value,
  onChange,
  permissions,
  lacking,
}: {
  value: readonly string[];
  onChange: (patterns: string[]) => void;
  /** Every permission there is. */
  permissions: readonly string[];
  lacking: Lacking;
}) {
  const t = useTranslations('sys.permissions');
  const problemOf = usePatternProblem(permissions, lacking);
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const noteId = useId();
  const add = (pattern: string) => {
    const found = problemOf(pattern);
    setProblem(found);
    if (found !== null) return;
    onChange(withPattern(value, pattern));
    setTyped('');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    // It adds the pattern; it does not save the form.
    event.preventDefault();
    add(typed.trim());
  };
  const remove = (pattern: string) => {
    // The focus would go with the pattern.
    input.current?.focus();
    onChange(value.filter((each) => each !== pattern));
  };
  return (
    <div className="flex flex-col gap-2">
      <ul aria-label={t('patterns')} className="flex flex-wrap gap-1.5 empty:hidden">
        {value.map((pattern) => (
          <Pattern
            key={pattern}
            pattern={pattern}
            count={permissions.filter((key) => matches(pattern, key)).length}
            onRemove={() => remove(pattern)}
          />
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-2">
        <Input
          ref={input}
          mono
          boxClassName="max-w-80 flex-1 basis-48"
          aria-label={t('pattern')}
          aria-describedby={problem ? noteId : undefined}
          aria-invalid={problem ? true : undefined}
          placeholder="guard.*.edit"
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onKeyDown={onKeyDown}
          onChange={(event) => {
            setTyped(event.target.value);
            setProblem(null);
          }}
        />
        <Button icon="plus" disabled={typed.trim() === ''} onClick={() => add(typed.trim())}>
          {t('pattern_add')}
        </Button>
        {ACROSS.filter((pattern) => !value.includes(pattern)).map((pattern) => (
          <Button key={pattern} variant="quiet" reason={problemOf(pattern) ?? undefined} onClick={() => add(pattern)}>
            {t(pattern === '*.*.list' ? 'all_lists' : 'all_views')}
          </Button>
        ))}
      </div>
      {problem ? <FieldError id={noteId}>{problem}</FieldError> : null}
    </div>
  );
}
