import { once } from 'node:events';
import { createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PageHandler } from './page';

/** What strangers see: the sign-in, and what there is not. */
const PAGES = ['/login', '/nothing'];

/**
 * Renders pages that nobody asked for: the first one loads what all have in common, 0.3 s in which nobody else is answered, so that
 * is done before anybody can ask. On an address of its own, which is gone afterwards.
 */
export async function warmUp(pages: PageHandler): Promise<void> {
  const server = createServer((request, response) => void pages(request, response).catch(() => response.destroy()));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const render = (path: string) =>
    new Promise<void>((resolve) => {
      const end = () => resolve();
      const read = (answer: IncomingMessage) => answer.resume().once('close', end);
      get({ host: '127.0.0.1', port, path, headers: { 'x-parapet-path': path }, agent: false }, read).once(
        'error',
        end,
      );
    });
  for (const path of PAGES) await render(path);
  server.close();
}
