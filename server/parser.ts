import type { Socket } from 'node:net';

/**
 * Node's HTTP parser works through all that one read of a connection brought, whatever becomes of the socket: a thousand requests, or
 * ten thousand chunks of a byte. These stop it. Where a Node has no such parser, they do nothing.
 */
type Parser = { onIncoming?: () => number; constructor: { kOnBody?: number }; [callback: number]: unknown };

const parserOf = (socket: Socket & { parser?: Parser | null }) => socket.parser ?? undefined;

/** Ends it at the next head, as one that looks like an upgrade to another protocol does. */
export function stopAtNextHead(socket: Socket): void {
  const parser = parserOf(socket);
  if (parser) parser.onIncoming = () => 2;
}

/** Leaves out what this read has of bodies yet, a tenth of a microsecond for each chunk in place of two. */
export function leaveOutBodies(socket: Socket): void {
  const parser = parserOf(socket);
  const kOnBody = parser?.constructor.kOnBody;
  if (!parser || kOnBody === undefined) return;
  const onBody = parser[kOnBody];
  parser[kOnBody] = undefined;
  // Other connections are given the parser after this one.
  setImmediate(() => {
    parser[kOnBody] = onBody;
  });
}
