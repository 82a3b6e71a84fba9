'use client';

import { useTranslations } from 'next-intl';
import { cx } from '@/components/ui/cx';
import type { Rendered } from '@/lib/guard/rendered/contract';

const COLOURS: Readonly<Record<string, string>> = {
  '+': 'bg-(--diff-add-bg) text-(--diff-add-fg)',
  '-': 'bg-(--diff-del-bg) text-(--diff-del-fg)',
  '@': 'text-ink-3',
  '\\': 'text-ink-3',
};

/** What the last change did to a file, line by line, or why that cannot be shown. */
export function FileDiff({ file: { path, change, diff } }: { file: Rendered['files'][number] }) {
  const t = useTranslations('guard.rendered');
  if (change === 'same') return <p className="text-ink-2">{t('same')}</p>;
  if (diff === '') return <p className="text-ink-2">{t('too_large')}</p>;
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      tabIndex={0}
      aria-label={path}
      className="max-h-120 overflow-auto rounded-2 border border-line bg-sunken py-2.5"
    >
      <pre className="grid w-max min-w-full text-12 leading-[18px]">
        {diff
          .trimEnd()
          .split('\n')
          .map((line, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines of one diff never move
            <span key={i} className={cx('px-3', COLOURS[line[0] ?? ''])}>
              {`${line}\n`}
            </span>
          ))}
      </pre>
    </section>
  );
}
