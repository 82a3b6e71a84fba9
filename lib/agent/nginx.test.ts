import { expect, it, vi } from 'vitest';
import { freePort } from '@/scripts/dns-servers';
import { answersAs } from './nginx';

it('an nginx that does not answer is given up in time also where the clock is put back meanwhile', async () => {
  const { now } = Date;
  let asked = 0;
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => now() - (asked++ === 0 ? 0 : 3_600_000));
  const port = await freePort();
  const found = answersAs({ host: '127.0.0.1', port, probe: 'probe', revision: 1 }, 200);
  const patience = new Promise((resolve) => setTimeout(resolve, 5_000, 'it waits'));
  expect(await Promise.race([found, patience])).toBe(false);
  clock.mockRestore();
});
