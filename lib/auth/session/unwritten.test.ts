import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { StoreFailure } from '@/lib/db/dialect';
import { type Parapet, startParapet } from '@/test/parapet';
import { session } from '@/test/sign-in';

let parapet: Parapet;
beforeAll(async () => {
  parapet = await startParapet({ env: { SESSION_IDLE_S: '1' } });
});
afterAll(() => parapet.close());

it('who reads is answered also where the store takes no write', async () => {
  const [busy, idle] = [await session(parapet, 'acme-root'), await session(parapet, 'acme-root')];
  const refusing = vi
    .spyOn(parapet.runtime.store, 'transaction')
    .mockRejectedValue(new StoreFailure('the disk is full'));
  try {
    const started = Date.now();
    while (Date.now() - started < 1_200) {
      expect((await parapet.call('GET', '/api/guard/policies', busy)).status).toBe(200);
      await new Promise((resolve) => setTimeout(resolve, 150));
    }
    expect((await parapet.call('GET', '/api/guard/policies', idle)).status).toBe(401);
    expect(refusing).toHaveBeenCalled();
  } finally {
    refusing.mockRestore();
  }
});
