import type { Theme } from '@/lib/i18n/preferences';

const SHEET = '/print.css';
/** In this time charts are drawn in other colours. */
const REDRAWN_MS = 400;

/** Loads the rules for paper, once; rejects without a network. */
function loadSheet(): Promise<void> {
  if (document.querySelector(`link[href="${SHEET}"]`)) return Promise.resolve();
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', media: 'print', href: SHEET });
  return new Promise((resolve, reject) => {
    link.onload = () => resolve();
    link.onerror = () => {
      link.remove();
      reject(new Error(`${SHEET} did not load`));
    };
    document.head.append(link);
  });
}

type Appearance = { theme: Theme; resolvedTheme: 'light' | 'dark'; setTheme: (theme: Theme) => void };

/** Prints the page of charts, dark on white whatever the theme of the screen is. */
export async function printPage({ theme, resolvedTheme, setTheme }: Appearance): Promise<void> {
  await loadSheet();
  if (resolvedTheme === 'light') return window.print();
  setTheme('light');
  window.addEventListener('afterprint', () => setTheme(theme), { once: true });
  await new Promise((resolve) => setTimeout(resolve, REDRAWN_MS));
  window.print();
}
