'use client';

import { useTranslations } from 'next-intl';
import type { IconName } from '@/components/ui/content/icon-paths';
import { LOCALE_NAMES, LOCALES } from '@/lib/i18n/locales';
import { THEMES } from '@/lib/i18n/preferences';
import { useSession } from '../account/session';
import { useSignOut } from '../account/sign-out';
import { navIcon, visibleNav } from '../navigation/nav-items';
import { useGuardedPush } from '../page/dirty-guard';
import { useShortcutSheet } from '../page/shortcuts';
import { useAppearance } from '../preferences/appearance';
import { useLanguage } from '../preferences/intl-provider';
import { useSwitchLanguage } from '../preferences/language-switch';
import { useBeginnings, useObjects } from './use-objects';

export type PaletteItem = {
  id: string;
  label: string;
  /** Weak words at the end: a group, a state. */
  hint?: string;
  /** Also found by these, such as the English name in a Chinese console. */
  keywords?: string;
  icon: IconName;
  run: () => void;
};

/**
 * Where entries come from. `items` are filtered by the palette; `search` asks a server while one types and filters
 * itself. Leave out what the caller may not do.
 */
export type PaletteSource = {
  id: string;
  heading: string;
  items?: readonly PaletteItem[];
  search?: (query: string, signal: AbortSignal) => Promise<readonly PaletteItem[]>;
};

/** Every page the caller may open. */
function usePages(): PaletteSource {
  const t = useTranslations();
  const push = useGuardedPush();
  const session = useSession();
  const items = visibleNav(session).flatMap(({ group, items: pages }) =>
    pages.map((page) => ({
      id: page.href,
      label: t(page.label),
      hint: t(`nav.groups.${group}`),
      keywords: page.keywords ? `${page.href} ${t(page.keywords)}` : page.href,
      icon: navIcon(page),
      run: () => push(page.href),
    })),
  );
  return { id: 'pages', heading: t('common.palette.pages'), items };
}

/** What can be done from anywhere. */
function useActions(): PaletteSource {
  const t = useTranslations('common');
  const { theme, setTheme } = useAppearance();
  const { locale } = useLanguage();
  const switchTo = useSwitchLanguage();
  const signOut = useSignOut();
  const push = useGuardedPush();
  const beginnings = useBeginnings();
  const showShortcuts = useShortcutSheet();
  const items: PaletteItem[] = [
    ...beginnings,
    ...THEMES.filter((each) => each !== theme).map((each) => ({
      id: `theme-${each}`,
      label: t('palette.theme', { name: t(`theme.${each}`) }),
      keywords: `theme ${each}`,
      icon: 'theme' as const,
      run: () => setTheme(each),
    })),
    ...LOCALES.filter((each) => each !== locale).map((each) => ({
      id: `language-${each}`,
      label: t('palette.language', { name: LOCALE_NAMES[each] }),
      keywords: `language ${each} ${LOCALE_NAMES[each]}`,
      icon: 'globe' as const,
      run: () => switchTo(each),
    })),
    {
      id: 'profile',
      label: t('profile'),
      keywords: 'profile account me',
      icon: 'user',
      run: () => push('/profile'),
    },
    {
      id: 'password',
      label: t('change_password'),
      keywords: 'password',
      icon: 'lock',
      run: () => push('/password'),
    },
    {
      id: 'shortcuts',
      label: t('shortcuts.title'),
      keywords: 'keyboard shortcuts keys hotkeys',
      icon: 'keyboard',
      run: showShortcuts,
    },
    { id: 'sign-out', label: t('sign_out'), keywords: 'sign out logout', icon: 'signout', run: signOut },
  ];
  return { id: 'actions', heading: t('palette.actions'), items };
}

/** The sources of the palette, in the order shown: pages, the objects of each resource, actions. */
export function usePaletteSources(): readonly PaletteSource[] {
  const pages = usePages();
  const objects = useObjects();
  const actions = useActions();
  return [pages, ...objects, actions];
}
