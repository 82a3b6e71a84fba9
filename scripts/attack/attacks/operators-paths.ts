import { askAgain } from '../again';
import type { Attack } from '../attack';

const CONNECTIONS = 100;
/** The figures are kept from strangers. */
const PATHS = ['/readyz', '/openapi.json', '/.well-known/security.txt'];

export const attack: Attack = {
  name: 'operators-paths',
  promises: 'Strangers who ask for what operators ask for, a hundred at once and without a pause, keep nobody waiting.',
  async run(target) {
    const ask = (path: string) => askAgain(target, `GET ${path} HTTP/1.1\r\nHost: acme.test\r\n\r\n`);
    await Promise.all(Array.from({ length: CONNECTIONS }, (_, i) => ask(PATHS[i % PATHS.length] ?? '')));
  },
};
