import type { Attack, Target } from '../attack';

const CONNECTIONS = 100;
/** The figures are kept from strangers. */
const PATHS = ['/readyz', '/openapi.json', '/.well-known/security.txt'];

/** Asks over one connection, each time when the answer before is there to its last byte. */
function ask(target: Target, path: string): Promise<void> {
  const socket = target.connect();
  const request = `GET ${path} HTTP/1.1\r\nHost: acme.test\r\n\r\n`;
  let left = 0;
  socket.on('data', (chunk) => {
    const length = /content-length: (\d+)\r\n(?:.+\r\n)*\r\n/i.exec(chunk.toString('latin1'));
    left += length ? Number(length[1]) + length.index + length[0].length - chunk.length : -chunk.length;
    if (left > 0) return;
    if (target.goesOn()) socket.write(request);
    else socket.destroy();
  });
  socket.write(request);
  return new Promise((resolve) => socket.once('close', () => resolve()));
}

export const attack: Attack = {
  name: 'operators-paths',
  promises: 'Strangers who ask for what operators ask for, a hundred at once and without a pause, keep nobody waiting.',
  async run(target) {
    const connections = Array.from({ length: CONNECTIONS }, (_, i) => ask(target, PATHS[i % PATHS.length] ?? ''));
    await Promise.all(connections);
  },
};
