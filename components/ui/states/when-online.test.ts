import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { whenOnline } from './when-online';

/** Longer than all that is waited for. */
const MINUTE_MS = 60_000;

beforeEach(() => {
  vi.useFakeTimers();
  const connected = { onLine: true };
  vi.stubGlobal('window', {});
  vi.stubGlobal('navigator', connected);
  vi.stubGlobal('addEventListener', (_: string, heard: () => void) => {
    setTimeout(() => {
      connected.onLine = true;
      heard();
    }, 5_000);
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Fails so often before it answers. */
function failing(times: number): () => Promise<string> {
  let left = times;
  return async () => {
    if (left-- > 0) throw new TypeError('Failed to fetch');
    return 'part';
  };
}

it('waits for the network, and once more where that is not quite there yet', async () => {
  Object.assign(navigator, { onLine: false });
  const part = whenOnline(failing(2))();
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  expect(await part).toBe('part');
});

it('fails at once where the network is there, and in the end where nothing comes over it', async () => {
  await expect(whenOnline(failing(1))()).rejects.toThrow('Failed to fetch');
  Object.assign(navigator, { onLine: false });
  const failed = expect(whenOnline(failing(9))()).rejects.toThrow('Failed to fetch');
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  await failed;
});
