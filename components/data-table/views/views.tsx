'use client';

import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { parseAsString, useQueryState } from 'nuqs';
import { useState } from 'react';
import { useEndpointAction } from '@/components/form/use-endpoint-action';
import { useSession } from '@/components/layout/account/session';
import { useGuardedPush } from '@/components/layout/page/dirty-guard';
import { latePart } from '@/components/layout/preferences/late-part';
import type { MenuEntry } from '@/components/ui/overlays/menu';
import { MenuPopup } from '@/components/ui/overlays/menu-popup';
import { notify } from '@/components/ui/overlays/toast';
import { query } from '@/lib/api/client';
import { views as endpoints, type View, type ViewChange } from '@/lib/sys/views/contract';
import { addressOf, queryText, VIEW_PARAM, type ViewList } from '@/lib/sys/views/vocabulary';
import type { ViewDialogKind } from './view-dialogs';
import { ViewTrigger } from './view-trigger';

const ViewDialog = latePart(() => import('./view-dialogs').then((part) => part.ViewDialog));

/** As many as one page of the API has: more than a menu is good for. */
const LISTED = 100;

/** A view's name, and under it what a reader may want to know before choosing it. */
function ViewLabel({ view, isOwn }: { view: View; isOwn: boolean }) {
  const t = useTranslations('sys.views');
  const notes = isOwn ? [view.is_default && t('default'), view.shared && t('shared')] : [view.user_name];
  const shown = notes.filter(Boolean);
  return (
    <>
      <span className="block wrap-anywhere">{view.name}</span>
      {shown.length > 0 ? <span className="block text-12 text-ink-3">{shown.join(' · ')}</span> : null}
    </>
  );
}

/** The views of a list, the caller's own apart from those of others, and the one chosen with what the list shows now. */
function useViews(list: ViewList) {
  const { user } = useSession();
  const params = useSearchParams();
  const { data, error, isPending, refetch } = useQuery(query(endpoints.list, { query: { list, size: LISTED } }));
  const all = data?.list ?? [];
  const current = all.find(({ view_id }) => view_id === params.get(VIEW_PARAM));
  const shown = queryText(params.toString());
  const isOwn = (view: View) => view.user_id === user.user_id;
  return {
    own: all.filter(isOwn),
    others: all.filter((view) => !isOwn(view)),
    unlisted: data ? data.total - all.length : 0,
    current,
    isCurrentOwn: current !== undefined && isOwn(current),
    isModified: current !== undefined && current.query !== shown,
    shown,
    error,
    isPending,
    refetch,
  };
}

/** Changes a view with a press: says that it worked, or why not. */
function useViewChange() {
  const t = useTranslations('sys.views');
  const edit = useEndpointAction(endpoints.edit);
  return async ({ view_id, name }: View, body: ViewChange, notice: string) => {
    try {
      await edit({ params: { id: view_id }, body });
      notify({ kind: 'done', title: notice });
    } catch (error) {
      notify({ kind: 'failed', title: t('unchanged', { name }), error });
    }
  };
}

/** The menu of a list's views: choose one, keep what the list shows now, change one of one's own. */
export function Views({ list, isOpenAtFirst }: { list: ViewList; isOpenAtFirst: boolean }) {
  const t = useTranslations('sys.views');
  const push = useGuardedPush();
  const [, setViewId] = useQueryState(VIEW_PARAM, parseAsString);
  const [dialog, setDialog] = useState<ViewDialogKind | null>(null);
  const { own, others, unlisted, current, isCurrentOwn, isModified, shown, ...asked } = useViews(list);
  const change = useViewChange();

  const choices = (some: readonly View[]): MenuEntry[] =>
    some.map((view) => ({
      label: <ViewLabel view={view} isOwn={some === own} />,
      checked: view === current,
      onSelect: () => push(addressOf(list, view)),
    }));
  const without: MenuEntry = {
    label: t('none'),
    checked: current === undefined,
    // Without a query the list would be seen by the default view.
    onSelect: () => push(own.some((view) => view.is_default) ? addressOf(list) : list),
  };
  const section = (heading: string, some: readonly View[]): MenuEntry[] =>
    some.length > 0 ? [{ heading }, ...choices(some), 'separator'] : [];
  const entries: MenuEntry[] = [
    ...(asked.isPending ? [{ heading: t('loading') }] : []),
    ...(asked.error ? [{ label: t('failed'), icon: 'refresh' as const, onSelect: () => asked.refetch() }] : []),
    ...section(t('own'), own),
    ...section(t('others'), others),
    ...(unlisted > 0 ? [{ heading: t('unlisted', { count: unlisted }) }] : []),
    ...(own.length + others.length > 0 ? [without, 'separator' as const] : []),
    ...(current && isCurrentOwn && isModified
      ? [
          {
            label: t('update', { name: current.name }),
            icon: 'check' as const,
            onSelect: () => change(current, { query: shown }, t('updated', { name: current.name })),
          },
        ]
      : []),
    { label: t('menu_save'), icon: 'plus', onSelect: () => setDialog('save') },
    ...(current && isCurrentOwn ? ownEntries(current) : []),
  ];
  function ownEntries(view: View): MenuEntry[] {
    const { name, shared, is_default } = view;
    return [
      { label: t('menu_rename'), icon: 'edit', onSelect: () => setDialog('rename') },
      {
        label: t(shared ? 'unshare' : 'share'),
        icon: 'user',
        onSelect: () => change(view, { shared: !shared }, t(shared ? 'unshared_now' : 'shared_now', { name })),
      },
      {
        label: t(is_default ? 'end_default' : 'make_default'),
        icon: 'bookmark',
        onSelect: () =>
          void change(view, { is_default: !is_default }, t(is_default ? 'default_ended' : 'default_now', { name })),
      },
      { label: t('menu_delete'), icon: 'trash', danger: true, onSelect: () => setDialog('delete') },
    ];
  }

  return (
    <>
      <MenuPopup
        defaultOpen={isOpenAtFirst}
        align="start"
        trigger={<ViewTrigger name={current?.name} isModified={isModified} />}
        entries={entries}
      />
      {dialog ? (
        <ViewDialog
          kind={dialog}
          list={list}
          query={shown}
          view={current}
          onChosen={(view_id) => void setViewId(view_id, { history: 'replace' })}
          onClose={() => setDialog(null)}
        />
      ) : null}
    </>
  );
}
