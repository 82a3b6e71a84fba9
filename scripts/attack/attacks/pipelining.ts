import type { Attack } from '../attack';

const CONNECTIONS = 30;
const REQUESTS = 1_000;

export const attack: Attack = {
  name: 'pipelining',
  promises: "Requests that are piled up without reading an answer cost neither memory nor others' time.",
  async run(target) {
    const one = 'GET /openapi.json HTTP/1.1\r\nHost: acme.test\r\n\r\n';
    for (let i = 0; i < CONNECTIONS; i++) {
      const socket = target.connect();
      socket.pause();
      socket.write(one.repeat(REQUESTS));
    }
    while (target.goesOn()) await new Promise((resolve) => setTimeout(resolve, 100));
  },
};
