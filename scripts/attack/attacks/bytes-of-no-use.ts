import type { Attack } from '../attack';
import { pour } from '../pour';

const CONNECTIONS = 100;
const POST =
  'POST /api/auth/login HTTP/1.1\r\nHost: acme.test\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n';
/** A byte of a body, and what nobody reads beside it. */
const CHUNK = `1;${'a'.repeat(16_000)}\r\n1\r\n`;
/** What may stand before a request. */
const EMPTY_LINES = '\r\n'.repeat(30_000);

export const attack: Attack = {
  name: 'bytes-of-no-use',
  promises: 'Gigabytes that are no part of a head or a body take no more of anybody than bodies do.',
  async run(target) {
    const lines = Array.from({ length: CONNECTIONS }, () => pour(target, '', EMPTY_LINES));
    const chunks = Array.from({ length: CONNECTIONS }, () => pour(target, POST, CHUNK));
    await Promise.all([...lines, ...chunks]);
  },
};
