'use client';

import { useTranslations } from 'next-intl';

const SIGNS = { gone: '−', fresh: '+', kept: '=' } as const;
const COLOURS = {
  gone: 'bg-(--rejected-bg) text-(--rejected-fg)',
  fresh: 'bg-(--approved-bg) text-(--approved-fg)',
  kept: 'text-ink-2',
} as const;

function Answers({
  texts,
  others,
  kind,
}: {
  texts: readonly string[];
  others: readonly string[];
  kind: 'gone' | 'fresh';
}) {
  const t = useTranslations('guard.schedules');
  if (texts.length === 0) return <p className="text-ink-3">{t('affair.nothing')}</p>;
  return (
    <ul>
      {texts.map((text) => {
        const change = others.includes(text) ? 'kept' : kind;
        return (
          <li key={text} className={`px-2 font-mono text-12 leading-6 break-all ${COLOURS[change]}`}>
            {SIGNS[change]} {text}
          </li>
        );
      })}
    </ul>
  );
}

/** What is answered before and after, side by side. */
export function AnswersDiff({ before, after }: { before: readonly string[]; after: readonly string[] }) {
  const t = useTranslations('guard.schedules.fields');
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <div className="min-w-0">
        <p className="mb-1 text-12 text-ink-3">{t('before')}</p>
        <Answers texts={before} others={after} kind="gone" />
      </div>
      <div className="min-w-0">
        <p className="mb-1 text-12 text-ink-3">{t('after')}</p>
        <Answers texts={after} others={before} kind="fresh" />
      </div>
    </div>
  );
}
