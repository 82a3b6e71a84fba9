import { loadPaper } from '@/components/layout/page/paper';
import type { Theme } from '@/lib/i18n/preferences';

/** In this time charts are drawn in other colours. */
const REDRAWN_MS = 400;

type Appearance = { theme: Theme; resolvedTheme: 'light' | 'dark'; setTheme: (theme: Theme) => void };

/** Prints the page of charts, dark on white whatever the theme of the screen is. */
export async function printPage({ theme, resolvedTheme, setTheme }: Appearance): Promise<void> {
  await loadPaper();
  if (resolvedTheme === 'light') return window.print();
  setTheme('light');
  window.addEventListener('afterprint', () => setTheme(theme), { once: true });
  await new Promise((resolve) => setTimeout(resolve, REDRAWN_MS));
  window.print();
}
