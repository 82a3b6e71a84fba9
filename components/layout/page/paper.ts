const SHEET = '/print.css';

/** How long a page that is printed waits for what is still to come; with what never comes it is printed without. */
const LATEST_MS = 15_000;

/** Loads the rules for paper, once; rejects without a network. */
function loadPaper(): Promise<void> {
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

/** The theme of the screen while the page is that of paper. */
let theme: string | undefined;

function toPaper(): void {
  const root = document.documentElement;
  if (root.dataset.theme === 'light') return;
  theme = root.dataset.theme;
  root.dataset.theme = 'light';
}

function toScreen(): void {
  if (theme !== undefined) document.documentElement.dataset.theme = theme;
  theme = undefined;
}

/** Has the browser print whole pages from now on, dark on white, whatever the theme of the screen is. */
export function readyForPaper(): Promise<void> {
  addEventListener('beforeprint', toPaper);
  addEventListener('afterprint', toScreen);
  return loadPaper();
}

/** After what the browser draws next. */
const drawn = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));

const PENDING = ['[data-skeleton]', 'section [aria-busy="true"]'].map((part) => `#content ${part}`).join();

/** Until nothing is to come, nor is once that has been drawn which came: a chart begins as a placeholder of its own. */
async function allDrawn(): Promise<void> {
  const latest = Date.now() + LATEST_MS;
  const isPending = () => document.querySelector(PENDING) !== null && Date.now() < latest;
  do {
    while (isPending()) await drawn();
    await twiceDrawn();
  } while (isPending());
}

/** A chart is measured in the first, and drawn in the second. */
async function twiceDrawn(): Promise<void> {
  await drawn();
  await drawn();
}

/** Prints the page once all of it is drawn; the browser's own menu prints what there is. */
export async function printPage(): Promise<void> {
  await Promise.all([readyForPaper(), allDrawn()]);
  toPaper();
  await twiceDrawn();
  window.print();
}
