'use client';

import { useTranslations } from 'next-intl';
import { useMemo, useRef } from 'react';
import { documentText } from '@/components/charts/fixtures/fixture-file';
import { useSay } from '@/components/charts/frame/use-chart-context';
import { Panel } from '@/components/ui/content/panel';
import { Button } from '@/components/ui/controls/button';
import { cx } from '@/components/ui/cx';
import type { Bench } from '../use-bench';
import type { Finding } from '../use-document';
import { CodeEditor, type EditorHandle, type Remark } from './code-editor';
import { resultWords } from './vocabulary';

/** Of the text, in pixels; a longer one scrolls within. */
const HEIGHT = 430;

function formatted(text: string): string | null {
  try {
    return documentText(JSON.parse(text));
  } catch {
    return null;
  }
}

/** The document as text, and what the contract has against it. */
export function ResultEditor({ bench, findings }: { bench: Bench; findings: readonly Finding[] }) {
  const t = useTranslations('analytics.workbench');
  const say = useSay();
  const editor = useRef<EditorHandle>(null);
  const text = bench.subject?.text ?? '';
  const remarks = useMemo(
    () =>
      findings.map(({ level, path, code, values }): Remark => {
        return { level, path, text: code === 'not_json' ? t('not_json', values) : say(`problems.${code}`, values) };
      }),
    [findings, say, t],
  );
  const format = () => {
    const next = formatted(text);
    if (next !== null && next !== text) bench.edit(next);
  };
  return (
    <Panel
      title="BatchChartResult"
      padded={false}
      actions={
        <>
          {bench.isEdited ? (
            <Button variant="quiet" size="small" onClick={bench.discard}>
              {t('discard')}
            </Button>
          ) : null}
          <Button variant="quiet" size="small" onClick={format}>
            {t('format')}
          </Button>
        </>
      }
    >
      <div style={{ height: HEIGHT }}>
        {bench.subject?.text === null ? (
          <p className="p-(--panel-pad) text-ink-2">{t('nothing_yet')}</p>
        ) : (
          <CodeEditor
            key={bench.key}
            ref={editor}
            text={text}
            onChange={bench.edit}
            name="BatchChartResult"
            words={resultWords}
            remarks={remarks}
          />
        )}
      </div>
      <LintList remarks={remarks} onReveal={(path) => editor.current?.reveal(path)} />
    </Panel>
  );
}

function LintList({ remarks, onReveal }: { remarks: readonly Remark[]; onReveal: (path: Remark['path']) => void }) {
  const t = useTranslations('analytics.workbench');
  const count = (level: Remark['level']) => remarks.filter((one) => one.level === level).length;
  return (
    <section aria-label={t('lint')} className="border-t border-line p-(--panel-pad)">
      <div className="flex items-center gap-2">
        <h3 className="flex-1 font-semibold">{t('lint')}</h3>
        <span role="status" className="text-12 text-ink-2 tabular-nums">
          {remarks.length === 0
            ? t('lint_none')
            : t('lint_count', { errors: count('error'), warnings: count('warning') })}
        </span>
      </div>
      {remarks.length > 0 ? (
        <ul className="mt-1.5 flex max-h-40 flex-col overflow-y-auto">
          {remarks.map(({ level, path, text }) => (
            <li key={`${path.join('.')} ${text}`}>
              <button
                type="button"
                onClick={() => onReveal(path)}
                className="flex min-h-6 w-full items-baseline gap-2 rounded-2 px-1 py-0.5 text-left text-12 hover:bg-hover"
              >
                <i
                  role="img"
                  aria-label={t(level)}
                  className={cx('size-2 flex-none rounded-[1px]', level === 'error' ? 'bg-rejected' : 'bg-pending')}
                />
                <span className="min-w-0 wrap-anywhere">
                  {path.length > 0 ? <code className="mr-1.5 text-ink-3">{path.join('.')}</code> : null}
                  {text}
                </span>
              </button>
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  );
}
