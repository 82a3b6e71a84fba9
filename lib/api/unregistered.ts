import { nothing } from './envelope';
import type { Route } from './registry';

/** Represents whatever was written to that no endpoint serves (spec 2.16). */
export const unregistered: Route = {
  name: 'unregistered',
  key: 'unregistered',
  folder: '',
  action: 'unregistered.business_operation',
  handlers: async () => ({}),
  endpoint: {
    method: 'POST',
    path: '(unregistered)',
    permission: 'session',
    summary: 'Call a path that does not exist',
    data: nothing,
    audit: { resource: 'route' },
  },
};
