'use client';

import { useQuery } from '@tanstack/react-query';
import { useLocale, useTranslations } from 'next-intl';
import { parseAsString, useQueryState } from 'nuqs';
import { useEffect, useMemo, useRef } from 'react';
import { Kbd } from '@/components/ui/content/kbd';
import { Panel } from '@/components/ui/content/panel';
import { Button } from '@/components/ui/controls/button';
import { Input } from '@/components/ui/controls/input';
import { cx } from '@/components/ui/cx';
import { Skeleton } from '@/components/ui/states/skeleton';
import { send } from '@/lib/api/client';
import { type Document, matches, type Operation, operationsOf } from './document';
import { Introduction } from './introduction';
import { OperationView } from './operation';
import { useTurn } from './use-turn';

const loadDocument = async (): Promise<Document> => (await send('/openapi.json', { method: 'GET' })).json();

/** Operations on the left, the chosen one on the right; on a phone one of both. */
export function Reference() {
  const t = useTranslations('sys.reference');
  const { data: document, isError } = useQuery({
    queryKey: ['/openapi.json', useLocale()],
    queryFn: loadDocument,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const [chosen, setChosen] = useQueryState('op', parseAsString.withOptions({ history: 'push' }));
  useTurn(chosen);
  const operations = useMemo(() => (document ? operationsOf(document) : []), [document]);
  const operation = operations.find(({ operationId }) => operationId === chosen);
  if (isError) return <Panel>{t('failed')}</Panel>;
  if (!document) {
    return (
      <Panel>
        <Skeleton lines={12} />
      </Panel>
    );
  }
  return (
    <div className="grid items-start gap-3 lg:grid-cols-[320px_minmax(0,1fr)]">
      <div className={cx('min-w-0', operation && 'max-lg:hidden')}>
        <Operations document={document} operations={operations} chosen={chosen} onChoose={setChosen} />
      </div>
      {operation ? (
        <div className="min-w-0">
          <Button className="mb-3 lg:hidden" icon="chevron-left" onClick={() => setChosen(null)}>
            {t('back')}
          </Button>
          <OperationView document={document} operation={operation} />
        </div>
      ) : (
        <div className="max-lg:hidden">
          <Introduction />
        </div>
      )}
    </div>
  );
}

type ListProps = {
  document: Document;
  operations: readonly Operation[];
  chosen: string | null;
  onChoose: (operationId: string) => void;
};

/** Whoever came by a link sees the operation among the others, too. */
const bringIntoView = (chosen: HTMLElement | null) => chosen?.scrollIntoView({ block: 'nearest' });

function Operations({ document, operations, chosen, onChoose }: ListProps) {
  const t = useTranslations('sys.reference');
  const [text, setText] = useQueryState('q', parseAsString.withDefault(''));
  const search = useSlash();
  const found = operations.filter((one) => matches(one, text));
  const groups = document.tags.flatMap((tag) => {
    const own = found.filter(({ tags }) => tags.includes(tag.name));
    return own.length > 0 ? [{ ...tag, own }] : [];
  });
  return (
    <Panel title={t('list')} source={t('count', { count: found.length })}>
      <Input
        ref={search}
        type="search"
        icon="search"
        aria-label={t('search')}
        placeholder={t('search')}
        value={text}
        onChange={({ target }) => setText(target.value || null)}
        end={<Kbd>/</Kbd>}
      />
      {groups.length === 0 ? <p className="mt-3 text-ink-2">{t('none')}</p> : null}
      <nav aria-label={t('list')} className="mt-2 lg:max-h-[calc(100vh-260px)] lg:overflow-y-auto">
        {groups.map(({ name, 'x-displayName': title, description, own }) => (
          <section key={name} className="py-2">
            <h3 title={description} className="text-12 font-semibold text-ink-2">
              {title}
            </h3>
            <ul>
              {own.map(({ operationId, method, path, summary }) => (
                <li key={operationId}>
                  <button
                    type="button"
                    data-operation={operationId}
                    ref={operationId === chosen ? bringIntoView : undefined}
                    aria-current={operationId === chosen ? 'true' : undefined}
                    onClick={() => onChoose(operationId)}
                    className="flex w-full min-w-0 flex-col rounded-2 px-2 py-1 text-left hover:bg-hover aria-[current=true]:bg-selected"
                  >
                    <span>{summary}</span>
                    <span className="font-mono text-11 text-ink-3 wrap-anywhere">
                      {method} {path}
                    </span>
                  </button>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </nav>
    </Panel>
  );
}

/** The search box, which `/` leads to from anywhere that is not typed into. */
function useSlash() {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const isTyping =
        event.target instanceof Element && event.target.closest('input, textarea, select, [role=dialog]');
      if (event.key !== '/' || event.ctrlKey || event.metaKey || isTyping) return;
      event.preventDefault();
      box.current?.focus();
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
  return box;
}
