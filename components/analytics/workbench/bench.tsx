'use client';

import dynamic from 'next/dynamic';
import { useTranslations } from 'next-intl';
import { useRef, useState } from 'react';
import { documentText, fixtureFile } from '@/components/charts/fixtures/fixture-file';
import { RENDER_HINTS } from '@/components/charts/result/contract';
import { useDirtyGuard } from '@/components/layout/page/dirty-guard';
import { useMediaQuery } from '@/components/layout/page/use-media-query';
import { latePart } from '@/components/layout/preferences/late-part';
import { PageHeader } from '@/components/ui/content/page-header';
import { Panel } from '@/components/ui/content/panel';
import { Button } from '@/components/ui/controls/button';
import { copyText } from '@/components/ui/controls/copy-button';
import { Segmented } from '@/components/ui/controls/segmented';
import { Menu } from '@/components/ui/overlays/menu';
import { notify } from '@/components/ui/overlays/toast';
import { saveText } from '@/components/ui/save-blob';
import { Note } from '@/components/ui/states/note';
import { Skeleton } from '@/components/ui/states/skeleton';
import { whenOnline } from '@/components/ui/states/when-online';
import { LOCALE_NAMES } from '@/lib/i18n/locales';
import { DENSITIES } from '@/lib/i18n/preferences';
import { type Subject, subjectOf } from './entries';
import { LANGUAGE_CHOICES, THEME_CHOICES, WIDTHS } from './islands';
import { hashOf } from './permalink';
import { PickList } from './pick-list';
import { Preview } from './preview';
import { type Bench as BenchState, OPENED, useBench } from './use-bench';
import { type Finding, useDocument } from './use-document';

// The editor weighs more than the rest of the page.
const ResultEditor = dynamic(
  whenOnline(() => import('./editor/result-editor').then((part) => part.ResultEditor)),
  {
    ssr: false,
    loading: () => (
      <Panel title="BatchChartResult">
        <Skeleton lines={12} />
      </Panel>
    ),
  },
);

const OpenLive = latePart(() => import('./open-live').then((part) => part.OpenLive));
const TryDeclaration = latePart(() => import('./try-declaration').then((part) => part.TryDeclaration));

/** Where the parts are; in styles of their own, as no other page is laid out like this one and each carries every class. */
const LAYOUTS = {
  wide: { gridTemplate: '"lists editor preview" / 208px minmax(0, 1fr) minmax(0, 1.2fr)' },
  narrow: { gridTemplate: '"lists preview" "editor editor" / 208px minmax(0, 1fr)' },
  phone: { gridTemplate: '"lists" "preview" "editor" / minmax(0, 1fr)' },
} as const;

function useLayout() {
  const isNarrow = useMediaQuery('(max-width: 1199px)');
  const isPhone = useMediaQuery('(max-width: 899px)');
  return isPhone ? LAYOUTS.phone : isNarrow ? LAYOUTS.narrow : LAYOUTS.wide;
}

/** Hints and their states, the document of one, and how the product draws it. */
export function Bench() {
  const t = useTranslations('analytics.workbench');
  const nav = useTranslations('nav');
  const bench = useBench();
  const { raw, window, findings } = useDocument(bench.key, bench.subject);
  const layout = useLayout();
  useDirtyGuard(bench.isUnsaved);
  return (
    <>
      <PageHeader
        title={nav('workbench')}
        description={t('purpose')}
        actions={<Actions bench={bench} raw={raw} findings={findings} />}
      />
      {bench.isGone ? (
        <Note meaning="pending" className="mb-3" title={t('gone')}>
          {t('gone_text', { fixture: bench.id })}
        </Note>
      ) : null}
      <div className="grid items-start gap-3" style={layout}>
        <div style={{ gridArea: 'lists' }}>
          <Lists bench={bench} />
        </div>
        <div className="min-w-0" style={{ gridArea: 'editor' }}>
          <ResultEditor bench={bench} findings={findings} />
        </div>
        <div className="min-w-0" style={{ gridArea: 'preview' }}>
          <Panel title={t('preview')} actions={<Switches bench={bench} />}>
            <Preview bench={bench} raw={raw} window={window} />
          </Panel>
        </div>
      </div>
    </>
  );
}

function Lists({ bench }: { bench: BenchState }) {
  const t = useTranslations('analytics.workbench');
  const { state, set, entries, id, hasOpened } = bench;
  return (
    <div className="flex flex-col gap-3">
      <PickList
        name="render_hint"
        value={state.hint}
        options={RENDER_HINTS}
        onChange={(hint) => {
          // A state that every hint has stays chosen.
          const isCommon = state.fixture !== '' && state.fixture !== OPENED;
          void set({ hint, fixture: isCommon ? state.fixture : null });
        }}
      />
      <PickList
        name={t('fixture')}
        value={id}
        options={[...(hasOpened ? [OPENED] : []), ...entries.map((entry) => entry.id)]}
        labelOf={(one) => (one === OPENED ? t('opened') : one)}
        onChange={(fixture) => void set({ fixture })}
      />
    </div>
  );
}

function Switches({ bench: { state, set } }: { bench: BenchState }) {
  const t = useTranslations('analytics.workbench');
  const themes = THEME_CHOICES.map((value) => ({ value, label: t(`themes.${value}`) }));
  const languages = LANGUAGE_CHOICES.map((value) => ({
    value,
    label: value === 'both' ? t('themes.both') : LOCALE_NAMES[value],
  }));
  const widths = WIDTHS.map((value) => ({ value, label: value === 'full' ? t('full') : value }));
  const densities = DENSITIES.map((value) => ({ value, label: t(`densities.${value}`) }));
  return (
    <>
      <Segmented
        size="small"
        name={t('theme')}
        value={state.theme}
        segments={themes}
        onChange={(theme) => void set({ theme })}
      />
      <Segmented
        size="small"
        name={t('language')}
        value={state.lang}
        segments={languages}
        onChange={(lang) => void set({ lang })}
      />
      <Segmented
        size="small"
        name={t('width')}
        value={state.width}
        segments={widths}
        onChange={(width) => void set({ width })}
      />
      <Segmented
        size="small"
        name={t('density')}
        value={state.density}
        segments={densities}
        onChange={(density) => void set({ density })}
      />
    </>
  );
}

/** The file of a subject: named as the folder of fixtures wants it, by the chart and the state it began with. */
function fileOf(bench: BenchState, subject: Subject, raw: unknown): { name: string; content: string } {
  const { text: _, ...rest } = subject;
  const key = typeof raw === 'object' && raw !== null && 'chart_key' in raw ? String(raw.chart_key) : bench.state.hint;
  const parts = bench.id === OPENED || bench.id === key ? [key] : [key, bench.id];
  const name = parts.join('_').replaceAll(/\W/g, '_').slice(0, 80);
  return { name: `${name}.json`, content: documentText({ ...rest, result: raw }) };
}

type ActionsProps = { bench: BenchState; raw: unknown; findings: readonly Finding[] };

function Actions({ bench, raw, findings }: ActionsProps) {
  const t = useTranslations('analytics.workbench');
  const { subject } = bench;
  const unreadable = findings.find(({ code }) => code === 'not_json');
  const copyLink = async () => {
    if (!subject) return;
    const url = new URL(location.href);
    const isPlain = !bench.isEdited && bench.id !== OPENED;
    const hash = isPlain ? '' : await hashOf(subject);
    if (hash === null) {
      notify({ kind: 'failed', title: t('link_too_long'), description: t('link_too_long_text') });
      return;
    }
    url.searchParams.set('hint', bench.state.hint);
    url.searchParams.set('fixture', bench.id);
    url.hash = hash;
    if (!(await copyText(url.href))) return;
    bench.keep();
    notify({ kind: 'done', title: t('link_copied') });
  };
  const save = () => {
    if (!subject) return;
    const { name, content } = fileOf(bench, subject, raw);
    saveText(name, content, 'application/json');
    bench.keep();
    notify({ kind: 'done', title: t('saved', { name }), description: t('saved_text') });
  };
  return (
    <>
      <Button variant="quiet" icon="external" onClick={() => copyLink()}>
        {t('copy_link')}
      </Button>
      <OpenMenu bench={bench} />
      <Button
        variant="primary"
        onClick={save}
        reason={unreadable ? t('not_json', unreadable.values) : raw === undefined ? t('nothing_yet') : undefined}
      >
        {t('save')}
      </Button>
    </>
  );
}

/** A fixture is far smaller; one of ten thousand rows has half of it. */
const MOST_FILE = 4 << 20;

/** What a file holds; null where it is no fixture. */
async function subjectOfFile(file: File): Promise<Subject | null> {
  if (file.size > MOST_FILE) return null;
  try {
    const { success, data } = fixtureFile.safeParse(JSON.parse(await file.text()));
    return success ? subjectOf(data) : null;
  } catch {
    return null;
  }
}

/** Ways for a result to come that is no fixture of the product. */
function OpenMenu({ bench }: { bench: BenchState }) {
  const t = useTranslations('analytics.workbench');
  const [isLive, setLive] = useState(false);
  // Opened once, it stays, so that what was typed is there again after a look at the preview.
  const [trial, setTrial] = useState<'never' | 'open' | 'closed'>('never');
  const input = useRef<HTMLInputElement>(null);
  const read = async (file: File | undefined) => {
    if (!file) return;
    const subject = await subjectOfFile(file);
    if (subject) bench.open(subject);
    else notify({ kind: 'failed', title: t('file_refused', { name: file.name }) });
  };
  return (
    <>
      <Menu
        trigger={<Button>{t('open')}</Button>}
        entries={[
          { label: t('open_live'), icon: 'activity', onSelect: () => setLive(true) },
          { label: t('open_trial'), icon: 'play', onSelect: () => setTrial('open') },
          { label: t('open_file'), icon: 'upload', onSelect: () => input.current?.click() },
        ]}
      />
      <input
        ref={input}
        type="file"
        accept=".json,application/json"
        aria-label={t('open_file')}
        className="hidden"
        onChange={({ target }) => {
          void read(target.files?.[0]);
          target.value = '';
        }}
      />
      {isLive ? <OpenLive onOpen={bench.open} onClose={() => setLive(false)} /> : null}
      {trial === 'never' ? null : (
        <TryDeclaration open={trial === 'open'} onOpen={bench.open} onClose={() => setTrial('closed')} />
      )}
    </>
  );
}
