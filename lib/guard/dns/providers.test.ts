import { createSocket } from 'node:dgram';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { type AddressInfo, connect, createServer as createTcpServer } from 'node:net';
import { inspect } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Knot, type PowerDns, startKnot, startPowerDns } from '@/scripts/dns-servers';
import { askAuthority } from './authority';
import { DnsError } from './fault';
import { powerDns } from './powerdns';
import { type Answer, type DnsProvider, textsOf } from './provider';
import { rfc2136 } from './rfc2136';

const ZONE = 'edge.test';
const NAME = `d1.${ZONE}`;
const signal = new AbortController().signal;
const address = (value: string): Answer => ({ type: value.includes(':') ? 'AAAA' : 'A', value });

let pdns: PowerDns;
let knot: Knot;
const tsigOf = (tsig: string) => {
  const [name = '', secret = ''] = tsig.split(':');
  return { name, secret: Buffer.from(secret, 'base64') };
};
const providers: Record<string, () => DnsProvider> = {
  powerdns: () => powerDns({ ...pdns, zone: ZONE }),
  rfc2136: () =>
    rfc2136({ host: '127.0.0.1', port: knot.port, server: knot.server, zone: ZONE, key: tsigOf(knot.tsig) }),
};
beforeAll(async () => {
  pdns = await startPowerDns(ZONE);
  knot = await startKnot(ZONE);
}, 240_000);
afterAll(async () => {
  await pdns?.stop();
  await knot?.stop();
});

/** Whatever writes an error down, with all it carries, writes no key of a provider. */
function expectNoKey(error: unknown): void {
  const { secret } = tsigOf(knot.tsig);
  const written = `${inspect(error, { depth: null, showHidden: true })} ${(error as Error).stack}`;
  for (const key of [pdns.key, secret.toString('base64'), secret.toString('hex'), secret.toString('latin1')]) {
    expect(written).not.toContain(key);
  }
}

/** Rejects with a DnsError, which has no key in it; answers it. */
const failure = async (work: Promise<unknown>): Promise<DnsError> => {
  const error = await work.then(
    () => undefined,
    (cause: unknown) => cause,
  );
  expect(error).toBeInstanceOf(DnsError);
  expectNoKey(error);
  return error as DnsError;
};

describe.each(Object.entries(providers))('%s', (_, open) => {
  it('gives a name exactly the records that are wanted, and nothing to its neighbours', async () => {
    const provider = open();
    const ours = async (name = NAME) => [
      textsOf(await provider.list(name, signal)),
      textsOf(await provider.verify(name, signal)),
    ];
    await provider.replace(`foreign.${ZONE}`, [address('192.0.2.99')], signal);
    expect(await ours()).toEqual([[], []]);
    for (const wanted of [
      [address('192.0.2.1'), address('192.0.2.2'), address('2001:db8::1')],
      [address('192.0.2.2')],
      [{ type: 'CNAME', value: 'origin.example.com' } as const],
      [address('2001:db8::2')],
      [],
    ]) {
      for (let twice = 0; twice < 2; twice++) await provider.replace(NAME, wanted, signal);
      expect(await ours()).toEqual([textsOf(wanted), textsOf(wanted)]);
    }
    expect(await ours(`foreign.${ZONE}`)).toEqual([['A 192.0.2.99'], ['A 192.0.2.99']]);
  });

  it('says what is wrong with a zone that is not the server’s', async () => {
    const error = await failure(open().replace('d1.elsewhere.test', [address('192.0.2.1')], signal));
    expect(error.isFinal).toBe(true);
  });
});

describe('powerdns', () => {
  let server: Server | undefined;
  const answering = async (
    answer: (request: IncomingMessage) => { status: number; body?: string } | 'hang' | 'cut',
  ) => {
    server = createServer((request, response) => {
      const said = answer(request);
      if (said === 'cut') return request.socket.destroy();
      if (said === 'hang') return;
      response.writeHead(said.status, { Location: pdns.url }).end(said.body ?? '');
    });
    await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return powerDns({ ...pdns, url, zone: ZONE });
  };
  const close = () => {
    server?.closeAllConnections();
    server?.close();
  };

  it.each([
    [401, true, 'PowerDNS refuses the API key'],
    [404, true, 'PowerDNS does not have the zone'],
    [422, true, 'PowerDNS refuses the records (422)'],
    [500, false, 'PowerDNS answered 500'],
    [302, false, 'PowerDNS: '],
  ])('that answers %i fails, finally: %s', async (status, isFinal, message) => {
    const provider = await answering(() => ({ status, body: 'a secret of the server' }));
    const error = await failure(provider.list(NAME, signal));
    expect(error.isFinal).toBe(isFinal);
    expect(error.message).toContain(message);
    expect(error.message).not.toContain('secret');
    close();
  });

  it.each(['', 'garbage', '{}', '{"rrsets":[{"name":1}]}', `{"rrsets":${'['.repeat(1000)}`])(
    'that answers %j cannot be read',
    async (body) => {
      const provider = await answering(() => ({ status: 200, body }));
      expect((await failure(provider.list(NAME, signal))).message).toBe('PowerDNS answered what cannot be read');
      close();
    },
  );

  it('that answers too much, nothing in time or not at all fails', async () => {
    const much = await answering(() => ({ status: 200, body: ' '.repeat(9 << 20) }));
    expect((await failure(much.list(NAME, signal))).message).toBe('PowerDNS answers too much');
    close();
    const cut = await answering(() => 'cut');
    expect((await failure(cut.list(NAME, signal))).isFinal).toBe(false);
    close();
    const slow = await answering(() => 'hang');
    expect((await failure(slow.list(NAME, signal))).message).toBe('PowerDNS: timed out');
    close();
    const down = powerDns({ ...pdns, url: 'http://127.0.0.1:9', zone: ZONE });
    expect((await failure(down.list(NAME, signal))).isFinal).toBe(false);
  });

  it('that closes a connection just as the next request goes out has failed nothing', async () => {
    const used = new WeakSet<object>();
    const provider = await answering(({ socket }) => {
      if (used.has(socket)) return 'cut';
      used.add(socket);
      return { status: 200, body: '{"rrsets":[]}' };
    });
    for (let n = 0; n < 4; n++) expect(await provider.list(NAME, signal)).toEqual([]);
    close();
  });

  it('with another key is refused', async () => {
    const provider = powerDns({ ...pdns, key: 'another key', zone: ZONE });
    expect((await failure(provider.replace(NAME, [], signal))).message).toBe('PowerDNS refuses the API key');
  });
});

describe('rfc2136', () => {
  const withKey = (key: { name: string; secret: Buffer }, port = knot.port) =>
    rfc2136({ host: '127.0.0.1', port, server: knot.server, zone: ZONE, key });

  it('with a key that the server does not know is refused, finally', async () => {
    const { name } = tsigOf(knot.tsig);
    for (const key of [
      { name, secret: Buffer.alloc(32) },
      { name: 'other', secret: Buffer.alloc(32) },
    ]) {
      expect((await failure(withKey(key).replace(NAME, [address('192.0.2.1')], signal))).isFinal).toBe(true);
    }
  });

  it.each([
    ['nothing', undefined],
    ['garbage', Buffer.concat([Buffer.from([0, 40]), Buffer.alloc(40, 0xff)])],
    ['less than a header', Buffer.from([0, 3, 1, 2, 3])],
    ['an unsigned success', Buffer.concat([Buffer.from([0, 12]), Buffer.alloc(12)])],
  ])('does not believe a server that answers %s', async (_, answer) => {
    const server = createTcpServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => (answer ? socket.write(answer) : socket.destroy()));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const provider = withKey(tsigOf(knot.tsig), (server.address() as AddressInfo).port);
    await failure(provider.replace(NAME, [], signal));
    server.close();
  });

  it('whose connection is lost after the update took effect fails, and may be tried again', async () => {
    const between = createTcpServer((socket) => {
      const onward = connect({ host: '127.0.0.1', port: knot.port });
      for (const side of [socket, onward]) side.on('error', () => undefined);
      socket.pipe(onward);
      onward.once('data', () => socket.destroy());
    });
    await new Promise<void>((resolve) => between.listen(0, '127.0.0.1', resolve));
    const provider = withKey(tsigOf(knot.tsig), (between.address() as AddressInfo).port);
    const wanted = [address('192.0.2.77')];
    expect((await failure(provider.replace(`lost.${ZONE}`, wanted, signal))).isFinal).toBe(false);
    expect(await provider.list(`lost.${ZONE}`, signal)).toEqual(wanted);
    between.close();
  });

  it('whose server does not answer in time fails', async () => {
    const silent = createTcpServer((socket) => void socket.on('error', () => undefined));
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const provider = withKey(tsigOf(knot.tsig), (silent.address() as AddressInfo).port);
    expect((await failure(provider.replace(NAME, [], signal))).message).toBe('the name server: timed out');
    silent.close();
  });

  it('whose server is down fails, and may be tried again', async () => {
    const error = await failure(withKey(tsigOf(knot.tsig), 9).replace(NAME, [], signal));
    expect(error.isFinal).toBe(false);
  });
});

describe('the authoritative server', () => {
  /** Asks a server that answers each question so, or not at all; answers what was said of it. */
  async function said(answer: (question: Buffer) => Buffer | undefined): Promise<string> {
    const server = createSocket('udp4');
    server.on('message', (question, { port, address: host }) => {
      const bytes = answer(question);
      if (bytes) server.send(bytes, port, host);
    });
    await new Promise<void>((resolve) => server.bind(0, '127.0.0.1', resolve));
    const error = await failure(askAuthority(`127.0.0.1:${server.address().port}`, NAME, signal));
    server.close();
    expect(error.isFinal).toBe(false);
    return error.message;
  }
  /** The question as an answer with a response code. */
  const withCode = (code: number) => (question: Buffer) => {
    const bytes = Buffer.from(question);
    bytes.writeUInt16BE(0x8400 | code, 2);
    return bytes;
  };

  it('that refuses, fails, is silent, answers garbage or is down answers nothing that is believed', async () => {
    expect(await said(withCode(5))).toBe('the name server refuses to answer');
    expect(await said(withCode(2))).toBe('the name server cannot answer');
    const late = 'the name server does not answer in time';
    expect(await said(() => undefined)).toBe(late);
    expect(await said((question) => Buffer.concat([question.subarray(0, 2), Buffer.alloc(40, 0xff)]))).toMatch(
      /^the name server /,
    );
    const down = await failure(askAuthority('127.0.0.1:9', NAME, signal));
    expect(down.message).toBe('the name server does not answer');
  });
});
