import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** An address behind which one server is at a time, as in front of a primary and its standby. */
export type Relay = {
  /** The same URL with the relay's address. */
  over(url: string): string;
  /** Ends all connections, and hands new ones to the server of a URL; to none without one. */
  point(url?: string): void;
  close(): Promise<void>;
};

/** Starts a relay of TCP connections that leads nowhere yet. */
export async function startRelay(): Promise<Relay> {
  const sockets = new Set<Socket>();
  let target: number | undefined;
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('close', () => sockets.delete(socket));
  };
  const server = createServer((incoming) => {
    keep(incoming);
    if (target === undefined) return incoming.destroy();
    const outgoing = connect(target, '127.0.0.1');
    keep(outgoing);
    incoming.pipe(outgoing).pipe(incoming);
    incoming.once('close', () => outgoing.destroy());
    outgoing.once('close', () => incoming.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    over(url) {
      const relayed = new URL(url);
      relayed.port = String(port);
      return relayed.toString();
    },
    point(url) {
      target = url === undefined ? undefined : Number(new URL(url).port);
      cut();
    },
    async close() {
      const closed = once(server, 'close');
      server.close();
      cut();
      await closed;
    },
  };
}
