'use client';

import { useTranslations } from 'next-intl';
import { cx } from '@/components/ui/cx';
import { type Changes, fieldChanges, type Side, type Words } from './diff-text';
import { shownChanges, useRecordWords } from './values';

const APPEARANCES = {
  old: { sign: '\u2212', colours: 'bg-(--diff-del-bg) text-(--diff-del-fg)' },
  new: { sign: '+', colours: 'bg-(--diff-add-bg) text-(--diff-add-fg)' },
} as const;

/** What is in place of a secret: a bar in the colour of the words, and the words. */
function Secret({ isNew }: { isNew: boolean }) {
  const t = useTranslations('sys.audit-logs.diff');
  return (
    <>
      <i
        aria-hidden="true"
        className="inline-block h-3 w-18 translate-y-px rounded-[1px] bg-current forced-color-adjust-none"
      />
      {isNew ? ` ${t('changed')}` : null}
      <span className="sr-only">{t('secret')}</span>
    </>
  );
}

function Cell({ side, which }: { side: Side; which: 'old' | 'new' }) {
  const t = useTranslations('sys.audit-logs.diff');
  const { sign, colours } = APPEARANCES[which];
  const isNone = side.kind === 'none';
  return (
    <div className={cx('grid min-w-0 grid-cols-[22px_minmax(0,1fr)] py-px pr-2.5', isNone ? 'text-ink-3' : colours)}>
      <span aria-hidden="true" className="text-center select-none">
        {isNone ? '' : sign}
      </span>
      <span className="wrap-anywhere whitespace-pre-wrap">
        <span className="sr-only">{`${t(which)}: `}</span>
        {isNone ? t('none') : null}
        {side.kind === 'secret' ? <Secret isNew={which === 'new'} /> : null}
        {side.before}
        {side.changed ? (
          <u className="font-semibold no-underline shadow-[inset_0_-2px_0_currentColor] forced-colors:underline">
            {side.changed}
          </u>
        ) : null}
        {side.after}
      </span>
    </div>
  );
}

/**
 * What changed in a record of a type, field by field, values in words: before and after side by side, on a phone one under the other. What differs is
 * underlined, each side has its sign, and a secret shows only that it changed.
 */
export function FieldDiff({ type, changes, words }: { type: string; changes: Changes; words?: Words }) {
  const t = useTranslations('sys.audit-logs.diff');
  const own = useRecordWords(type);
  const fields = fieldChanges(shownChanges(type, changes), (path, value) => words?.(path, value) ?? own(path, value));
  return (
    <ul aria-label={t('name')} className="overflow-hidden rounded-2 border border-line font-mono text-12 leading-5">
      {fields.map((field) => {
        const isSecret = field.old.kind === 'secret' || field.new.kind === 'secret';
        return (
          <li key={field.path} className="not-first:border-t not-first:border-line">
            <div className="border-b border-line bg-sunken px-2.5 py-[3px] break-all text-ink-2">
              {field.path}
              {isSecret ? <span className="font-sans text-ink-3">{` ${t('secret')}`}</span> : null}
            </div>
            <div className="grid grid-cols-2 divide-x divide-line max-sm:grid-cols-1 max-sm:divide-x-0">
              <Cell side={field.old} which="old" />
              <Cell side={field.new} which="new" />
            </div>
          </li>
        );
      })}
    </ul>
  );
}
