'use client';

import { useTranslations } from 'next-intl';
import { IconButton } from '@/components/ui/controls/button';
import { Menu, type MenuEntry } from '@/components/ui/overlays/menu';
import { THEMES } from '@/lib/i18n/preferences';
import { useAppearance } from './appearance';

export function useThemeEntries(): MenuEntry[] {
  const t = useTranslations('common.theme');
  const { theme, setTheme } = useAppearance();
  return THEMES.map((each) => ({
    label: t(each),
    icon: each === 'light' ? 'sun' : each === 'dark' ? 'moon' : 'theme',
    checked: each === theme,
    onSelect: () => setTheme(each),
  }));
}

export function ThemeMenu() {
  const t = useTranslations('common.theme');
  const { resolvedTheme } = useAppearance();
  const entries = useThemeEntries();
  return (
    <Menu
      trigger={<IconButton icon={resolvedTheme === 'dark' ? 'moon' : 'sun'} size="small" name={t('name')} />}
      entries={entries}
    />
  );
}
