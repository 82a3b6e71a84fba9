import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** How long it takes to say that it has a mail. */
const TAKES_MS = 15;

/** A mail server that counts what it is sent, by Message-ID. */
export type Mailbox = {
  url: string;
  /** Mails that it took. */
  readonly total: number;
  /** How often it took one whose id begins so. */
  times(id: string): number;
  close(): void;
};

export async function startMailbox(): Promise<Mailbox> {
  const taken = new Map<string, number>();
  const open = new Set<Socket>();
  let total = 0;
  const take = (mail: string) => {
    const id = /^Message-ID: <([^@>]+)/im.exec(mail)?.[1] ?? '';
    taken.set(id, (taken.get(id) ?? 0) + 1);
    total++;
  };
  const server = createServer((socket) => {
    open.add(socket);
    socket.on('error', () => undefined).on('close', () => open.delete(socket));
    converse(socket, take);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get total() {
      return total;
    },
    times: (id) => taken.get(id) ?? 0,
    close() {
      for (const socket of open) socket.destroy();
      server.close();
    },
  };
}

const END = '\r\n.\r\n';

/** Says yes to every command, and to a mail once it is whole. */
function converse(socket: Socket, take: (mail: string) => void): void {
  let text = '';
  let isData = false;
  const say = (line: string) => void socket.write(`${line}\r\n`);
  const next = (): string | undefined => {
    const mark = isData ? END : '\r\n';
    const end = text.indexOf(mark);
    if (end < 0) return undefined;
    const said = text.slice(0, end);
    text = text.slice(end + mark.length);
    return said;
  };
  socket.on('data', (part) => {
    text += part;
    for (let said = next(); said !== undefined; said = next()) {
      if (isData) {
        isData = false;
        take(said);
        void pause(TAKES_MS).then(() => say('250 taken'));
      } else if (said === 'DATA') {
        isData = true;
        say('354 go on');
      } else if (said === 'QUIT') socket.end('221 bye\r\n');
      else say('250 well');
    }
  });
  say('220 mailbox');
}
