import { expect, it } from 'vitest';
import { TRIES } from '@/components/sys/api-keys/secret/new-key';
import { routes } from '@/lib/api/registry';

it.each(TRIES)('%s is what GET %s needs, which asks for no more', (permission, path) => {
  const reads = routes.filter(({ endpoint }) => endpoint.method === 'GET' && endpoint.path === path);
  expect(reads.map(({ endpoint }) => endpoint.permission)).toEqual([permission]);
  expect(reads[0]?.endpoint.query?.safeParse({}).success).not.toBe(false);
});
