import type { Target } from './attack';

/** Says of each piece of an answer whether it is the last. */
function lastPiece(): (piece: Buffer) => boolean {
  let left = 0;
  let isChunked = false;
  return (piece) => {
    const text = piece.toString('latin1');
    const head = /^HTTP\/1\.1 [\s\S]*?\r\n\r\n/.exec(text)?.[0];
    if (head) {
      isChunked = /^transfer-encoding: chunked/im.test(head);
      left = head.length + Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0);
    }
    left -= piece.length;
    return isChunked ? text.endsWith('0\r\n\r\n') : left <= 0;
  };
}

/** Asks over one connection, each time when the answer before is there to its last byte, until it is closed. */
function onOneConnection(target: Target, request: string): Promise<void> {
  const socket = target.connect();
  const isLast = lastPiece();
  socket.on('data', (piece) => {
    if (!isLast(piece)) return;
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
