import { askAgain } from '../again';
import type { Attack } from '../attack';

const CONNECTIONS = 100;
/** One that all may see, one that leads to it, and one that there is not. */
const PATHS = ['/login', '/guard/domains', '/nothing'];

export const attack: Attack = {
  name: 'pages',
  promises: 'Strangers who ask for pages, a hundred at once and without a pause, keep nobody waiting.',
  needsPages: true,
  async run(target) {
    const ask = (path: string) => askAgain(target, `GET ${path} HTTP/1.1\r\nHost: acme.test\r\n\r\n`);
    await Promise.all(Array.from({ length: CONNECTIONS }, (_, i) => ask(PATHS[i % PATHS.length] ?? '')));
  },
};
