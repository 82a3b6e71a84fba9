import type { Socket } from 'node:net';

/**
 * Node's HTTP parser, and the handle that it reads from. It works through all that a read of a connection brought, whatever becomes of
 * the socket: a thousand requests, ten thousand chunks of a byte, or empty lines. Where a Node has neither, these do nothing.
 */
type Parser = {
  onIncoming?: () => number;
  constructor: { kOnBody?: number; kOnExecute?: number };
  [callback: number]: unknown;
};
/** `reading`: whether Node wants to read of it. */
type Handle = { reading?: boolean; readStart(): number; readStop(): number };
type Inside = Socket & { parser?: Parser | null; _handle?: Handle | null };

/** Ends parsing at the next head, as one that looks like an upgrade to another protocol does. */
export function stopAtNextHead({ parser }: Inside): void {
  if (parser) parser.onIncoming = () => 2;
}

/** Leaves out what this read has of bodies yet, a tenth of a microsecond for each chunk in place of two. */
export function leaveOutBodies({ parser }: Inside): void {
  const kOnBody = parser?.constructor.kOnBody;
  if (!parser || kOnBody === undefined) return;
  const onBody = parser[kOnBody];
  parser[kOnBody] = undefined;
  // Other connections are given the parser after this one.
  setImmediate(() => {
    parser[kOnBody] = onBody;
  });
}

/** Calls back whenever a read of a new connection is worked through, with its bytes. */
export function afterEachRead({ parser }: Inside, callback: (bytes: number) => void): void {
  const kOnExecute = parser?.constructor.kOnExecute;
  if (!parser || kOnExecute === undefined) return;
  const onExecute = parser[kOnExecute];
  if (typeof onExecute !== 'function') return;
  parser[kOnExecute] = (parsed: unknown) => {
    onExecute(parsed);
    if (typeof parsed === 'number') callback(parsed);
  };
}

const readNothing = () => 0;

/**
 * Reads nothing more of a connection until `readOn`, whoever wants it, such as who takes a body: what else arrives stays with the system,
 * which has its sender wait.
 */
export function stopReading({ _handle }: Inside): void {
  if (!_handle) return;
  _handle.readStop();
  _handle.readStart = readNothing;
}

/** Reads on where Node wants to. */
export function readOn({ _handle }: Inside): void {
  if (!_handle) return;
  Reflect.deleteProperty(_handle, 'readStart');
  if (_handle.reading !== false) _handle.readStart();
}
