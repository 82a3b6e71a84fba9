'use client';

import { useTranslations } from 'next-intl';
import { type ReactNode, useState } from 'react';
import { useMissingPermission } from '@/components/layout/account/can';
import { useControlKey } from '@/components/layout/page/control-key';
import { useShortcuts } from '@/components/layout/page/shortcuts';
import { useIsPhone } from '@/components/layout/page/use-media-query';
import { Button, IconButton } from '@/components/ui/controls/button';
import { copyText } from '@/components/ui/controls/copy-button';
import { Drawer } from '@/components/ui/overlays/drawer';
import { Menu, type MenuEntry } from '@/components/ui/overlays/menu';
import { notify } from '@/components/ui/overlays/toast';
import { DomainFilter } from './domain-filter';
import { REFRESH_NAMES } from './range';
import { RangeControl } from './range-control';
import type { Dashboard } from './use-dashboard';

type Props = {
  dashboard: Dashboard;
  isFetching: boolean;
  onRefresh: () => void;
  /** Left out on pages without an export. */
  exporting?: { permission: string; isBusy: boolean; save: (format: 'csv' | 'json') => void };
  /** The window in sight, for links that must not move with the clock. */
  window?: { stime: number; etime: number };
};

/**
 * Range, domain, comparison and refresh of a dashboard; a phone keeps two ranges here, see DashboardSheet. The server
 * does not know the width, so both are at their places from the start.
 */
export function DashboardControls(props: Props) {
  const isPhone = useIsPhone();
  return (
    <>
      <span className="contents sm:hidden">
        <RangeControl dashboard={props.dashboard} names={PHONE_RANGES} />
      </span>
      {isPhone ? null : (
        <span className="contents max-sm:hidden">
          <WideControls {...props} />
        </span>
      )}
    </>
  );
}

function WideControls(props: Props) {
  const t = useTranslations('analytics.dashboard');
  const { dashboard, isFetching, onRefresh } = props;
  return (
    <>
      <DomainFilter dashboard={dashboard} />
      <RangeControl dashboard={dashboard} />
      <CompareButton dashboard={dashboard} />
      <IconButton icon="refresh" variant="secondary" name={t('refresh')} pending={isFetching} onClick={onRefresh} />
      <MoreMenu {...props} />
    </>
  );
}

function CompareButton({ dashboard, className }: { dashboard: Dashboard; className?: string }) {
  const t = useTranslations('analytics.dashboard');
  const { state, set } = dashboard;
  return (
    <Button pressed={state.compare} className={className} onClick={() => set({ compare: !state.compare })}>
      {t('compare')}
    </Button>
  );
}

/** The page alone on the screen; its key is F. */
function useFullScreen(): () => Promise<void> {
  const t = useTranslations('analytics.dashboard');
  const run = () =>
    import('./wall')
      .then(({ fillScreen }) => fillScreen())
      .catch(() => void notify({ kind: 'failed', title: t('full_screen_failed') }));
  useShortcuts([{ key: 'f', label: t('full_screen'), run, once: true }]);
  return run;
}

/** The page on paper, also where the browser's own key is pressed: that would print what is on the screen and no more. */
function usePrint(): () => Promise<void> {
  const t = useTranslations('analytics.dashboard');
  const run = () =>
    import('@/components/layout/page/paper')
      .then(({ printPage }) => printPage())
      .catch(() => void notify({ kind: 'failed', title: t('print_failed') }));
  useControlKey('p', run);
  return run;
}

function MoreMenu({ dashboard, exporting, window }: Props) {
  const t = useTranslations('analytics.dashboard');
  const missing = useMissingPermission(exporting?.permission);
  const { state, set, tz } = dashboard;
  const copyLink = async (fixed?: { stime: number; etime: number }) => {
    const url = new URL(location.href);
    const ends = fixed ? { stime: fixed.stime, etime: fixed.etime } : { time_window: state.time_window };
    for (const [name, value] of Object.entries({ ...ends, tz })) url.searchParams.set(name, String(value));
    if (await copyText(url.href)) notify({ kind: 'done', title: t('copied_link') });
  };
  const fullScreen = useFullScreen();
  const print = usePrint();
  const saves = (['csv', 'json'] as const).map((format) => ({
    label: t(`export_${format}`),
    icon: 'download' as const,
    onSelect: () => exporting?.save(format),
    ...(missing === null ? {} : { reason: missing }),
  }));
  const entries: MenuEntry[] = [
    { heading: t('auto_refresh') },
    ...REFRESH_NAMES.map((name) => ({
      label: t(`refresh_${name}`),
      checked: state.refresh === name,
      onSelect: () => void set({ refresh: name }),
    })),
    'separator',
    ...(exporting ? saves : []),
    { label: t('copy_link'), icon: 'link', onSelect: () => copyLink() },
    ...(window ? [{ label: t('copy_fixed_link'), icon: 'link' as const, onSelect: () => copyLink(window) }] : []),
    { label: t('full_screen'), icon: 'domain', onSelect: fullScreen },
    { label: t('print'), icon: 'audit', onSelect: print },
  ];
  const trigger = <IconButton icon="more" name={t('more')} pending={exporting?.isBusy} />;
  return <Menu trigger={trigger} entries={entries} />;
}

const PHONE_RANGES = ['last_24h', 'last_7d'] as const;

/** On a phone, everything else behind one button; nothing on wider screens. */
export function DashboardSheet(props: Props) {
  const isPhone = useIsPhone();
  return isPhone ? <Sheet {...props} /> : null;
}

function Sheet(props: Props) {
  const t = useTranslations('analytics.dashboard');
  const [isOpen, setOpen] = useState(false);
  const { dashboard, onRefresh, isFetching } = props;
  return (
    <>
      <IconButton icon="filter" variant="secondary" name={t('filters')} onClick={() => setOpen(true)} />
      <Drawer open={isOpen} onClose={() => setOpen(false)} title={t('filters')}>
        <Labelled label={t('range')}>
          <RangeControl dashboard={dashboard} fill />
        </Labelled>
        <Labelled label={t('domain')}>
          <DomainFilter dashboard={dashboard} fill />
        </Labelled>
        <CompareButton dashboard={dashboard} className="w-full" />
        <div className="flex gap-2">
          <Button icon="refresh" className="flex-1" pending={isFetching} onClick={onRefresh}>
            {t('refresh')}
          </Button>
          <MoreMenu {...props} />
        </div>
      </Drawer>
    </>
  );
}

function Labelled({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-[5px]">
      <span className="font-medium">{label}</span>
      {children}
    </div>
  );
}
