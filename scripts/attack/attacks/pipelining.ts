import type { Attack, Target } from '../attack';

const CONNECTIONS = 30;
const REQUESTS = 1_000;

const CHURNED = 100;
/** As many as may wait, and one more ends the connection. */
const PILED = 16;
const PILE_EVERY_MS = 20;

const ask = (path: string) => `GET ${path} HTTP/1.1\r\nHost: acme.test\r\n\r\n`;

/** Piles up requests that cost nothing to be answered, again and again, over a new connection where the one before was closed. */
async function pileUp(target: Target): Promise<void> {
  while (target.goesOn()) {
    const socket = target.connect().resume();
    while (!socket.destroyed && target.goesOn()) {
      socket.write(ask('/healthz').repeat(PILED));
      await new Promise((resolve) => setTimeout(resolve, PILE_EVERY_MS));
    }
    socket.destroy();
  }
}

export const attack: Attack = {
  name: 'pipelining',
  promises: "Requests that are piled up without reading an answer cost neither memory nor others' time.",
  async run(target) {
    for (let i = 0; i < CONNECTIONS; i++) {
      const socket = target.connect();
      socket.pause();
      socket.write(ask('/openapi.json').repeat(REQUESTS));
    }
    await Promise.all(Array.from({ length: CHURNED }, () => pileUp(target)));
  },
};
