import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isRefused } from '@/lib/guard/probes/addresses';
import { startReceiver } from './testing';
import { Webhooks } from './webhooks';

const names = (addresses: readonly string[]) => ({ addresses: async () => [...addresses], cname: async () => '' });
const open = (...addresses: string[]) => new Webhooks({ names: names(addresses), isForbidden: () => false });
/** As the product is, but for where names are. */
const guarded = (...addresses: string[]) => new Webhooks({ names: names(addresses), isForbidden: isRefused });

let receiver: Awaited<ReturnType<typeof startReceiver>>;
let other: Awaited<ReturnType<typeof startReceiver>>;
beforeAll(async () => {
  other = await startReceiver();
  receiver = await startReceiver(({ path }) => {
    if (path === '/moved') return { status: 302, headers: { Location: other.url } };
    if (path === '/broken') return { status: 500 };
    return path === '/long' ? { body: 'x'.repeat(5_000_000) } : { body: 'taken' };
  });
});
afterAll(() => {
  receiver.close();
  other.close();
});

const to = (url: string) => ({ url, headers: { 'X-Test': '1' }, body: '{"a":"密"}' });
const at = (path: string) => to(`${receiver.url}${path}`);

describe('a post', () => {
  it('brings body and headers to the address that was vetted, under the name of the host', async () => {
    expect(await open('127.0.0.1').post(at('/in?x=1'))).toBe('taken');
    const [one] = receiver.received.splice(0);
    expect(one).toMatchObject({ path: '/in?x=1', body: '{"a":"密"}' });
    expect(one?.headers).toMatchObject({ host: `hooks.example.com:${receiver.port}`, 'x-test': '1' });
  });

  it('follows no redirect, takes no other answer than 2xx, and reads no more than it needs', async () => {
    await expect(open('127.0.0.1').post(at('/moved'))).rejects.toThrow('answered with status 302');
    await expect(open('127.0.0.1').post(at('/broken'))).rejects.toThrow('answered with status 500');
    expect((await open('127.0.0.1').post(at('/long'))).length).toBeLessThanOrEqual(16 * 1024);
    expect(other.received).toEqual([]);
  });

  it('goes to the next address where nobody listens at one, and to none twice', async () => {
    receiver.received.splice(0);
    expect(await open('127.0.0.3', '127.0.0.1').post(at('/'))).toBe('taken');
    expect(receiver.received).toHaveLength(1);
  });

  it('goes nowhere that probes may not go, however it is written', async () => {
    receiver.received.splice(0);
    const { port } = receiver;
    for (const address of ['127.0.0.1', '::1', '169.254.169.254', '::ffff:127.0.0.1', '64:ff9b::7f00:1', '0.0.0.0']) {
      await expect(guarded(address).post(at('/')), address).rejects.toThrow('address not allowed');
    }
    const hosts = ['127.0.0.1', '127.1', '2130706433', '0x7f.1', '0177.0.0.1', '[::1]', '[::ffff:127.0.0.1]'];
    for (const host of hosts) {
      await expect(guarded().post(to(`http://${host}:${port}/`)), host).rejects.toThrow('address not allowed');
    }
    await expect(guarded().post(at('/'))).rejects.toThrow('host not found');
    expect(receiver.received).toEqual([]);
  });

  it('ends with its caller', async () => {
    await expect(open('127.0.0.1').post(at('/'), AbortSignal.abort())).rejects.toThrow();
  });
});
