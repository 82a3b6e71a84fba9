'use client';

import { type RefObject, useState } from 'react';
import { IconButton } from '@/components/ui/controls/button';
import { copyText } from '@/components/ui/controls/copy-button';
import { Menu, type MenuEntry } from '@/components/ui/overlays/menu';
import { notify } from '@/components/ui/overlays/toast';
import { saveBlob } from '@/components/ui/save-blob';
import { whenOnline } from '@/components/ui/states/when-online';
import { fileName } from '../export/file-name';
import { tableCsv } from '../output/csv';
import { readTheme } from '../output/theme';
import type { ChartContext, ChartModel, TimeMode } from '../prepare/model';

const PICTURES = ['png', 'svg'] as const;
const SAVERS = {
  png: whenOnline(() => import('../export/png').then(({ toPng }) => toPng)),
  svg: whenOnline(() => import('../export/svg').then(({ toSvg }) => toSvg)),
};

/** What can be taken along from a chart, and how a stack is drawn. */
export function ChartMenu({
  model,
  context,
  curl,
  onMode,
  onAbout,
  holder,
}: {
  model: ChartModel;
  context: ChartContext;
  curl?: string;
  onMode: (mode: TimeMode) => void;
  onAbout: () => void;
  /** Whose theme a picture takes. */
  holder: RefObject<HTMLElement | null>;
}) {
  const [isBusy, setBusy] = useState(false);
  const { say } = context;
  const saveCsv = () =>
    saveBlob(new Blob([tableCsv(model.table, say)], { type: 'text/csv' }), fileName(model, context, 'csv'));
  const savePicture = async (format: 'png' | 'svg') => {
    if (!holder.current) return;
    setBusy(true);
    const picture = { model, context, theme: readTheme(holder.current) };
    try {
      const toBlob = await SAVERS[format]();
      saveBlob(await toBlob(picture), fileName(model, context, format));
    } catch (error) {
      notify({ kind: 'failed', title: say('picture_failed'), error });
    } finally {
      setBusy(false);
    }
  };
  const copyCurl = async (text: string) => {
    if (await copyText(text)) notify({ kind: 'done', title: say('copied_curl') });
  };
  const entries: MenuEntry[] = [
    { label: say('download_csv'), icon: 'download', onSelect: saveCsv },
    ...(model.empty === null ? PICTURES : []).map((format) => ({
      label: say(`download_${format}`),
      icon: 'download' as const,
      onSelect: () => savePicture(format),
    })),
    ...(curl ? [{ label: say('copy_curl'), icon: 'terminal' as const, onSelect: () => copyCurl(curl) }] : []),
    ...modes(model, context, onMode),
    'separator',
    { label: say('about'), icon: 'info', onSelect: onAbout },
  ];
  return (
    <Menu
      trigger={<IconButton icon="more" size="small" name={say('menu', { title: model.title })} pending={isBusy} />}
      entries={entries}
    />
  );
}

const MODES = ['absolute', 'share', 'lines'] as const;

function modes(model: ChartModel, { say }: ChartContext, onMode: (mode: TimeMode) => void): MenuEntry[] {
  if (model.kind !== 'time' || !model.canStack) return [];
  const entries = MODES.map((mode) => ({
    label: say(`mode_${mode}`),
    checked: model.mode === mode,
    onSelect: () => onMode(mode),
  }));
  return ['separator', ...entries];
}
