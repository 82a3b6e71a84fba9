'use client';

import { useTimeZone, useTranslations } from 'next-intl';
import { useState } from 'react';
import { documentText } from '@/components/charts/fixtures/fixture-file';
import { usePermission } from '@/components/layout/account/session';
import { CodeBlock } from '@/components/ui/content/code-block';
import { Button } from '@/components/ui/controls/button';
import { Field } from '@/components/ui/controls/field';
import { Select } from '@/components/ui/controls/select';
import { Drawer } from '@/components/ui/overlays/drawer';
import { Note } from '@/components/ui/states/note';
import { Refusal } from '@/components/ui/states/refusal';
import { type Trial, trial } from '@/lib/analytics/trial/contract';
import { TRIAL_PAGES } from '@/lib/analytics/trial/vocabulary';
import { ApiError, call } from '@/lib/api/client';
import { CodeEditor, type Remark } from './editor/code-editor';
import { declarationWords } from './editor/declaration-words';
import type { Subject } from './entries';
import { type NamedRange, RangeField } from './range-field';

const EXAMPLE = documentText({
  key: 'refused_paths',
  render_hint: 'topn',
  dimensions: ['path'],
  measures: ['requests', { name: 'refused_share', share: [{ column: 'status', in: ['403'] }] }],
  filters: [{ column: 'ua_class', in: ['browser', 'tool'] }],
  ranked: true,
  limit: 10,
});

type Props = { open: boolean; onOpen: (subject: Subject) => void; onClose: () => void };

/** Where a refusal belongs in the declaration; undefined where it is about something else. */
function remarkOf(error: unknown): Remark | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const { field } = error.envelope.data;
  const [first, ...path] = field?.split('.') ?? [];
  if (first !== 'declaration') return undefined;
  return {
    level: 'error',
    path: path.map((key) => (/^\d+$/.test(key) ? Number(key) : key)),
    text: error.message,
  };
}

/** A chart that is no part of the product yet, on the reader's own events; its text is for charts.ts. */
export function TryDeclaration({ open, onOpen, onClose }: Props) {
  const t = useTranslations('analytics.workbench.trial');
  const titles = useTranslations('nav');
  const can = usePermission();
  const tz = useTimeZone() ?? 'UTC';
  const pages = TRIAL_PAGES.filter((one) => can(`analytics.${one}.view`));
  const [page, setPage] = useState(pages[0]);
  const [time_window, setWindow] = useState<NamedRange>('last_24h');
  const [text, setText] = useState(EXAMPLE);
  const [isBusy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<{ tried?: Trial; failure?: unknown; remarks: readonly Remark[] }>({
    remarks: [],
  });
  const run = async () => {
    if (!page) return;
    let declaration: never;
    try {
      declaration = JSON.parse(text) as never;
    } catch (error) {
      const remark: Remark = { level: 'error', path: [], text: t('not_json', { message: String(error) }) };
      setOutcome({ remarks: [remark] });
      return;
    }
    setBusy(true);
    try {
      const tried = await call(trial.run, { body: { page, time_window, declaration } });
      setOutcome({ tried, remarks: [] });
      onOpen({ page, tz, answered_at: Date.now(), window: tried.window, text: documentText(tried.result) });
    } catch (failure) {
      const remark = remarkOf(failure);
      setOutcome({ failure, remarks: remark ? [remark] : [] });
    }
    setBusy(false);
  };
  const { tried, failure, remarks } = outcome;
  const [remark] = remarks;
  const said = remark?.text ?? (failure ? <Refusal error={failure} /> : null);
  return (
    <Drawer open={open} onClose={onClose} size="wide" title={t('title')} subtitle={t('text')}>
      <div className="flex flex-col gap-[18px] p-(--panel-pad)">
        <div className="flex flex-wrap gap-3">
          <Field label={t('page')}>
            {(aria) => (
              <Select
                {...aria}
                value={page}
                options={pages.map((value) => ({ value, label: titles(NAV_TEXTS[value]) }))}
                onChange={setPage}
              />
            )}
          </Field>
          <RangeField value={time_window} onChange={setWindow} />
        </div>
        <div className="h-64 overflow-hidden rounded-2 border border-line">
          <CodeEditor
            text={text}
            onChange={setText}
            name={t('declaration')}
            words={declarationWords}
            remarks={remarks}
          />
        </div>
        {said ? <Note meaning="rejected" title={said} /> : null}
        <div>
          <Button variant="primary" icon="play" pending={isBusy} onClick={() => run()}>
            {t('run')}
          </Button>
        </div>
        {tried ? (
          <section aria-label={t('source')} className="flex flex-col gap-1.5">
            <p role="status">{t('rows', { count: tried.result.rows.length })}</p>
            <h3 className="font-medium">{t('source')}</h3>
            <CodeBlock code={tried.source} caption={t('source')} />
          </section>
        ) : null}
      </div>
    </Drawer>
  );
}

/** What the navigation calls each page. */
const NAV_TEXTS = {
  overview: 'overview',
  access: 'access',
  protect: 'protection',
  ai: 'ai',
  bot: 'bots',
  health: 'health',
  cache: 'cache',
} as const satisfies Record<(typeof TRIAL_PAGES)[number], string>;
