import { setTimeout } from 'node:timers/promises';
import type { Attack } from '../attack';

const CONNECTIONS = 4_096;
const AT_ONCE = 128;

export const attack: Attack = {
  name: 'idle-connections',
  promises: 'Connections that are kept open refuse nobody, neither elsewhere nor at the same address.',
  async run(target) {
    const head = 'GET /healthz HTTP/1.1\r\nHost: acme.test\r\n\r\n';
    const settled: Promise<unknown>[] = [];
    for (let i = 0; i < CONNECTIONS && target.goesOn(); i++) {
      const socket = target.connect();
      // Idle only once it was answered, or ended to make room for another.
      settled.push(
        new Promise((resolve) => {
          socket.once('data', resolve).once('close', resolve);
        }),
      );
      socket.write(head);
      if (i % AT_ONCE === 0) await setTimeout(5);
    }
    await Promise.all(settled);
    // Over a new connection: those that were idle may have made room.
    const headers = { Connection: 'close' };
    const answer = await target.call('GET', '/api/guard/domains', { as: 'acme-root', headers });
    target.expect(answer.status === 200, `the same address is still answered (${answer.status})`);
    while (target.goesOn()) await setTimeout(100);
  },
};
