import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { realpathSync } from 'node:fs';
import { createServer } from 'node:net';

/**
 * Has no other agent run with this folder, where both would render and rename the same files, until what is answered is called. It is a socket
 * without a file, which ends with its process however that dies. Throws where there is another.
 */
export async function onlyAgentOf(folder: string): Promise<() => void> {
  const server = createServer().unref();
  const name = createHash('sha256').update(realpathSync(folder)).digest('hex');
  try {
    await once(server.listen(`\0parapet-node-${name}`), 'listening');
  } catch (error) {
    const isTaken = (error as NodeJS.ErrnoException).code === 'EADDRINUSE';
    throw isTaken ? new Error(`NODE_DIR: another agent runs with ${folder}`) : error;
  }
  return () => server.close();
}
