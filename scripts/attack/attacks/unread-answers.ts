import { setTimeout } from 'node:timers/promises';
import type { Attack } from '../attack';

const CONNECTIONS = 400;

export const attack: Attack = {
  name: 'unread-answers',
  promises: 'Answers that nobody reads are bounded in bytes, and their connections end.',
  async run(target) {
    const token = await target.token('acme-root');
    const authorization = `Host: acme.test\r\nAuthorization: Bearer ${token}\r\n\r\n`;
    for (let i = 0; i < CONNECTIONS && target.goesOn(); i++) {
      const socket = target.connect();
      socket.pause();
      socket.write(`GET /api/guard/domains?size=100 HTTP/1.1\r\n${authorization}`.repeat(10));
      if (i % 20 === 0) await setTimeout(10);
    }
    while (target.goesOn()) await setTimeout(100);
  },
};
