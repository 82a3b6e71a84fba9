import { resource } from '@/lib/api/resource';

export const bruteForceRule = resource({
  type: 'brute_force_rule',
  partOf: { type: 'domain', tab: 'brute-force', param: 'id' },
  values: {
    status: 'switch',
    req_time_unit: 'rate_unit',
    level: 'counted_by',
    'action.type': 'brute_force_action',
  },
});
