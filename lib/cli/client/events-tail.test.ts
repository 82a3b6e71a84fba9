import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Parapet, startParapet } from '@/test/parapet';
import { run } from './main';

let parapet: Parapet;
let key: string;
beforeAll(async () => {
  parapet = await startParapet();
  const made = await parapet.call('POST', '/api/sys/api-keys', { as: 'admin', body: { name: 'tail' } });
  key = made.body.data.api_key;
});
afterAll(() => parapet.close());

async function happens(request_id: string, more: object = {}): Promise<void> {
  const one = {
    time: Date.now(),
    host: 'nobody.example.org',
    status: 200,
    path: `/${request_id}`,
    request_id,
    ...more,
  };
  const body = { batch_id: request_id, events: [one] };
  expect((await parapet.call('POST', '/api/analytics/events', { as: 'admin', body })).body.code).toBe(0);
}

/** The command under way: waits for what it prints, and for its end. */
function tail(...argv: string[]) {
  let printed = '';
  let watch = () => {};
  const stop = new AbortController();
  const env = { HOME: '/nowhere', PARAPET_URL: parapet.url, PARAPET_API_KEY: key };
  const see = async (part: string | Uint8Array) => {
    printed += String(part);
    watch();
  };
  const io = {
    env,
    out: see,
    err: (part: string) => void see(part),
    stdin: async () => '',
    isTerminal: false,
    isWatched: false,
    version: '1',
  };
  const ended = run(['events', 'tail', ...argv], [], { ...io, interruption: () => stop.signal });
  return {
    prints: (text: string) =>
      new Promise<string>((resolve) => {
        watch = () => printed.includes(text) && resolve(printed);
        watch();
      }),
    async interrupt() {
      stop.abort();
      return { exit: await ended, printed };
    },
    ended,
  };
}

describe('events tail', () => {
  it('prints what is there, then what comes, and ends cleanly', async () => {
    await happens('before');
    const tailing = tail('--interval', '1');
    expect(await tailing.prints('/before')).toMatch(/^TIME +ACTION +STATUS +METHOD +CLIENT_IP/);
    await happens('after');
    await tailing.prints('/after');
    const { exit, printed } = await tailing.interrupt();
    expect(exit).toBe(0);
    expect(printed.match(/\/before/g)).toHaveLength(1);
    expect(printed.match(/TIME/g)).toHaveLength(1);
  });

  it('has only what its filters ask for, one JSON object a line', async () => {
    await happens('fine');
    await happens('missing', { status: 404 });
    const tailing = tail('-o', 'json', '--filter', 'status:404');
    const printed = await tailing.prints('missing');
    expect(
      printed
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).request_id),
    ).toEqual(['missing']);
    expect((await tailing.interrupt()).exit).toBe(0);
  });

  it('ends where asking again would not help, and says what a flag must be', async () => {
    expect(await tail('--filter', 'nonsense').ended).toBe(10);
    const wrong = tail('--last', '1000');
    expect(await wrong.prints('0-100')).toContain('--last must be 0-100.');
    expect(await wrong.ended).toBe(2);
    expect(await tail('--follow').ended).toBe(2);
  });
});
