/** Preferences that the first paint needs, so they travel in cookies and not in local storage. */
export const THEMES = ['light', 'dark', 'system'] as const;
export type Theme = (typeof THEMES)[number];
export const DENSITIES = ['comfortable', 'compact'] as const;
export type Density = (typeof DENSITIES)[number];

export const PREFERENCE_COOKIES = { locale: 'locale', theme: 'theme', density: 'density' } as const;

export function asTheme(value: string | undefined): Theme {
  return THEMES.find((theme) => theme === value) ?? 'system';
}

export function asDensity(value: string | undefined): Density {
  return DENSITIES.find((density) => density === value) ?? 'comfortable';
}
