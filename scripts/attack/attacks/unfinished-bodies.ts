import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { Attack, Target } from '../attack';

const URL = '/api/analytics/events';
const BYTES = 8 * 1024 * 1024;
const UNFINISHED = 40;
const PACKED = 40;

/** Begins a batch and sends all of it but its last bytes. */
async function begin(target: Target): Promise<void> {
  const socket = target.connect();
  const token = await target.token('acme-support');
  const head = ['Host: acme.test', `Authorization: Bearer ${token}`, 'Content-Type: application/json'];
  socket.write(`POST ${URL} HTTP/1.1\r\n${head.join('\r\n')}\r\nContent-Length: ${BYTES}\r\n\r\n`);
  const piece = Buffer.alloc(1024 * 1024, ' ');
  for (let i = 0; i < BYTES / piece.length && target.goesOn(); i++) {
    const sent = i === BYTES / piece.length - 1 ? piece.subarray(1) : piece;
    if (!socket.write(sent)) await new Promise((resolve) => socket.once('drain', resolve).once('close', resolve));
    if (socket.destroyed) return;
  }
}

/** Sends as little as unpacks to a whole batch. */
async function unpack(target: Target, raw: Uint8Array): Promise<void> {
  const headers = { 'Content-Encoding': 'gzip' };
  const { status } = await target.call('POST', URL, { as: 'acme-support', raw, headers });
  target.expect([0, 400, 413, 429, 503].includes(status), `a packed batch of nothing is refused (${status})`);
}

export const attack: Attack = {
  name: 'unfinished-bodies',
  promises:
    'Bodies that are never finished, and those that unpack to a hundred times their size, have a bound in bytes.',
  async run(target) {
    await Promise.all(Array.from({ length: UNFINISHED }, () => begin(target)));
    // Shrinks to just what is still taken for a log.
    const raw = gzipSync(Buffer.concat([randomBytes(64 * 1024), Buffer.alloc(6 * 1024 * 1024)]));
    while (target.goesOn()) await Promise.all(Array.from({ length: PACKED }, () => unpack(target, raw)));
  },
};
