import { afterAll, expect, it } from 'vitest';
import { BatchReader } from './reader';

const reader = new BatchReader();
afterAll(() => reader.close());

const body = (batch_id: string) =>
  Buffer.from(JSON.stringify({ batch_id, events: [{ time: Date.now(), request_id: 'r', host: 'shop.example.com' }] }));

it('reads the next batch after one whose hosts could not be asked for', { timeout: 30_000 }, async () => {
  const away = async () => {
    throw new Error('the store is away');
  };
  for (let i = 0; i < 3; i++)
    await expect(reader.read(body('one'), 'en-US', away)).rejects.toThrow('the store is away');
  reader.start();
  const owners = async (hosts: readonly string[]) => hosts.map(() => ({ oem_id: 'acme', domain_id: 'd-acme' }));
  expect(await reader.read(body('two'), 'en-US', owners)).toMatchObject({ batch_id: 'two', received: 1, reasons: {} });
});
