import { resource } from '@/lib/api/resource';

export const plan = resource({
  type: 'plan',
  icon: 'plan',
  page: { path: '/plan/plans', permission: 'plan.plan.view' },
  search: {
    list: '/api/plan/plans',
    permission: 'plan.plan.list',
    id: 'plan_id',
    label: 'name',
    hint: 'scene',
  },
});
