import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { StoreFailure } from '@/lib/db/dialect';
import { type Parapet, startParapet } from '@/test/parapet';
import { session } from '@/test/sign-in';

let parapet: Parapet;
beforeAll(async () => {
  parapet = await startParapet({ env: { SESSION_IDLE_S: '2' } });
});
afterAll(() => parapet.close());

it('who reads is answered also where the store takes no write', async () => {
  const idle = await session(parapet, 'acme-root');
  // The last: to sign in may take as long as a session lives, where much else runs.
  const busy = await session(parapet, 'acme-root');
  const refusing = vi
    .spyOn(parapet.runtime.store, 'transaction')
    .mockRejectedValue(new StoreFailure('the disk is full'));
  try {
    const started = Date.now();
    while (Date.now() - started < 2_200) {
      expect((await parapet.call('GET', '/api/guard/policies', busy)).status).toBe(200);
      await new Promise((resolve) => setTimeout(resolve, 150));
    }
    expect((await parapet.call('GET', '/api/guard/policies', idle)).status).toBe(401);
    expect(refusing).toHaveBeenCalled();
  } finally {
    refusing.mockRestore();
  }
});
