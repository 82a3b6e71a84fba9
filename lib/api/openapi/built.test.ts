import { readFile } from 'node:fs/promises';
import { expect, it, vi } from 'vitest';
import { openApiDocument } from './document';

vi.mock('node:fs', async (original) => ({ ...(await original<object>()), existsSync: () => true }));
vi.mock('node:fs/promises', async (original) => ({ ...(await original<object>()), readFile: vi.fn() }));

it('is read as a build wrote it, again where its file could not be opened', async () => {
  const open = vi.mocked(readFile);
  open.mockRejectedValueOnce(Object.assign(new Error('too many open files'), { code: 'EMFILE' }));
  await expect(openApiDocument('zh-CN')).rejects.toThrow('too many open files');
  open.mockResolvedValueOnce(Buffer.from('{"openapi":"3.1.0"}'));
  expect(String(await openApiDocument('zh-CN'))).toBe('{"openapi":"3.1.0"}');
  await openApiDocument('zh-CN');
  expect(open).toHaveBeenCalledTimes(2);
  expect(String(open.mock.lastCall?.[0])).toMatch(/\/openapi\.zh-CN\.json$/);
});
