import { askAgain } from '../again';
import type { Attack } from '../attack';

const CONNECTIONS = 200;
/** As many as the room for a head takes. */
const HEADERS = 'a:\r\n'.repeat(4_000);

export const attack: Attack = {
  name: 'many-headers',
  promises: 'Heads of thousands of headers take no time that others wait for.',
  async run(target) {
    const request = `GET /api/guard/domains HTTP/1.1\r\nHost: acme.test\r\n${HEADERS}\r\n`;
    await Promise.all(Array.from({ length: CONNECTIONS }, () => askAgain(target, request)));
  },
};
