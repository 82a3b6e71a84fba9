import { resource } from '@/lib/api/resource';

export const bruteForceRule = resource({
  type: 'brute_force_rule',
  partOf: { type: 'domain', tab: 'brute-force', param: 'id' },
});
