/** A Parapet without pages in a process of its own, to be killed; prints its address. */
import type { AddressInfo } from 'node:net';
import { readConfig } from '@/lib/config/env';
import { openRuntime } from '@/lib/runtime/runtime';
import { createFrontServer } from '@/server/front';
import { stopOnSignals } from '@/server/stop';

const runtime = await openRuntime(readConfig());
const server = createFrontServer(runtime, async (_request, response) => {
  response.writeHead(404).end();
});
stopOnSignals(runtime, server, () => undefined);
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`ready at http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
