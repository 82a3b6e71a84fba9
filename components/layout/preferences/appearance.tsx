'use client';

import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from 'react';
import type { Density, Theme } from '@/lib/i18n/preferences';
import { useMediaQuery } from '../page/use-media-query';
import { setPreferenceCookie } from './preference-cookie';

type Appearance = {
  theme: Theme;
  /** What `system` means right now. Charts re-read the tokens when it changes. */
  resolvedTheme: 'light' | 'dark';
  setTheme: (theme: Theme) => void;
  density: Density;
  setDensity: (density: Density) => void;
};

const AppearanceContext = createContext<Appearance | null>(null);

/** Theme and density: attributes of <html>, kept in cookies, so that the next first paint is right. */
export function AppearanceProvider({
  initial,
  children,
}: {
  initial: { theme: Theme; density: Density };
  children: ReactNode;
}) {
  const [theme, showTheme] = useState(initial.theme);
  const [density, showDensity] = useState(initial.density);
  const systemIsDark = useMediaQuery('(prefers-color-scheme: dark)');

  const setTheme = useCallback((next: Theme) => {
    document.documentElement.dataset.theme = next;
    setPreferenceCookie('theme', next);
    showTheme(next);
  }, []);
  const setDensity = useCallback((next: Density) => {
    document.documentElement.dataset.density = next;
    setPreferenceCookie('density', next);
    showDensity(next);
  }, []);

  const resolvedTheme = theme === 'system' ? (systemIsDark ? 'dark' : 'light') : theme;
  const value = useMemo(
    () => ({ theme, resolvedTheme, setTheme, density, setDensity }) as const,
    [theme, resolvedTheme, setTheme, density, setDensity],
  );
  return <AppearanceContext value={value}>{children}</AppearanceContext>;
}

export function useAppearance(): Appearance {
  const value = useContext(AppearanceContext);
  if (!value) throw new Error('used outside the appearance provider');
  return value;
}
