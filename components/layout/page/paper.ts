const SHEET = '/print.css';

/** Loads the rules for paper, once; rejects without a network. */
export function loadPaper(): Promise<void> {
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

let isReady = false;

/** Has the browser print whole pages from now on, dark on white, whatever the theme of the screen is. */
export function readyForPaper(): Promise<void> {
  if (!isReady) printLight();
  isReady = true;
  return loadPaper();
}

function printLight(): void {
  const root = document.documentElement;
  let theme: string | undefined;
  addEventListener('beforeprint', () => {
    if (root.dataset.theme === 'light') return;
    theme = root.dataset.theme;
    root.dataset.theme = 'light';
  });
  addEventListener('afterprint', () => {
    if (theme !== undefined) root.dataset.theme = theme;
    theme = undefined;
  });
}
