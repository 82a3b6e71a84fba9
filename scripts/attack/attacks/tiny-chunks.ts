import { askAgain } from '../again';
import type { Attack } from '../attack';
import { pour } from '../pour';

const CONNECTIONS = 32;
const HEAD = 'HTTP/1.1\r\nHost: acme.test\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n';
/** Each costs Node's parser as much as a piece of some kilobytes. */
const OF_A_BYTE = '1\r\n1\r\n'.repeat(4_000);
/** As small as they may be; of a body that is thrown away. */
const SMALLEST = `40\r\n${'a'.repeat(64)}\r\n`.repeat(900);

export const attack: Attack = {
  name: 'tiny-chunks',
  promises: 'Bodies in the smallest chunks, read or thrown away, take no time that others wait for, and no memory.',
  async run(target) {
    const bytes = () => askAgain(target, `POST /api/auth/login ${HEAD}${OF_A_BYTE}0\r\n\r\n`);
    const small = () => pour(target, `GET /api/nothing ${HEAD}`, SMALLEST);
    await Promise.all([...Array.from({ length: CONNECTIONS }, bytes), ...Array.from({ length: CONNECTIONS }, small)]);
  },
};
