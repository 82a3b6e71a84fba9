'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useWord } from '@/components/audit/word';
import { useFormat } from '@/components/layout/preferences/use-format';
import { CutMiddle } from '@/components/ui/content/cut-middle';
import { Tag } from '@/components/ui/content/tag';
import { CopyButton } from '@/components/ui/controls/copy-button';
import { Segmented } from '@/components/ui/controls/segmented';
import { cx } from '@/components/ui/cx';
import type { Rendered } from '@/lib/guard/rendered/contract';
import { FileDiff } from './file-diff';

type File = Rendered['files'][number];

/** The numbers of a text's lines, one below the other; what follows the last line feed is no line where it is empty. */
function numbersOf(text: string): string {
  const lines = text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
  return Array.from({ length: lines }, (_, i) => i + 1).join('\n');
}

/** The text of a file with numbered lines, which scrolls in both directions. */
function FileText({ file: { path, text } }: { file: File }) {
  const t = useTranslations('common');
  return (
    <div className="relative min-w-0 rounded-2 border border-line bg-sunken">
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        tabIndex={0}
        aria-label={path}
        className="flex max-h-120 overflow-auto rounded-2 py-2.5"
      >
        <pre
          aria-hidden="true"
          className="sticky left-0 h-max flex-none border-r border-line bg-sunken px-2.5 text-right text-12 leading-[18px] text-ink-3 select-none"
        >
          {numbersOf(text)}
        </pre>
        <pre className="h-max flex-none pr-11 pl-3 text-12 leading-[18px]">{text}</pre>
      </section>
      <div className="absolute top-0 right-0 rounded-2 bg-sunken p-1">
        <CopyButton text={text} name={t('copy_named', { name: path })} />
      </div>
    </div>
  );
}

const VIEWS = ['file', 'changes'] as const;

/** A file as nodes get it, or what the last change did to it; of a removed one there is only that. */
function Shown({ file }: { file: File }) {
  const t = useTranslations('guard.rendered');
  const format = useFormat();
  const [view, show] = useState<(typeof VIEWS)[number]>('file');
  const isRemoved = file.change === 'removed';
  return (
    <div className="flex min-w-0 flex-col gap-2">
      {isRemoved ? (
        <p className="text-12 text-ink-2">{t('removed_text')}</p>
      ) : (
        <div className="self-start">
          <Segmented
            name={t('view')}
            size="small"
            value={view}
            onChange={show}
            segments={VIEWS.map((value) => ({ value, label: t(`views.${value}`) }))}
          />
        </div>
      )}
      {view === 'file' && file.length > file.text.length ? (
        <p className="text-12 text-ink-2">
          {t('cut', { shown: format.number(file.text.length), length: format.number(file.length) })}
        </p>
      ) : null}
      {isRemoved || view === 'changes' ? <FileDiff file={file} /> : <FileText key={file.path} file={file} />}
    </div>
  );
}

/** Files by path and size, with a word on those that the last change touched; one of them is shown. */
export function FileViewer({ files }: { files: readonly File[] }) {
  const t = useTranslations('guard.rendered');
  const word = useWord();
  const [path, open] = useState<string>();
  const shown = files.find((file) => file.path === path) ?? files[0];
  if (!shown) return null;
  return (
    <div className="grid gap-3 lg:grid-cols-[minmax(0,280px)_minmax(0,1fr)]">
      <ul aria-label={t('files')} className="max-h-120 overflow-auto rounded-2 border border-line">
        {files.map((file) => (
          <li key={file.path} className="border-b border-line last:border-b-0">
            <button
              type="button"
              aria-current={file === shown || undefined}
              onClick={() => open(file.path)}
              className={cx(
                'block w-full px-3 py-2 text-left -outline-offset-2',
                file === shown ? 'bg-selected' : 'hover:bg-hover',
              )}
            >
              <CutMiddle text={file.path} className="font-mono text-12" />
              <span className="flex items-center gap-2 text-11 text-ink-2">
                {t('size', { count: file.length })}
                {file.change === 'same' ? null : <Tag>{word('words.file_change', file.change)}</Tag>}
              </span>
            </button>
          </li>
        ))}
      </ul>
      <Shown file={shown} />
    </div>
  );
}
