import { resource } from '@/lib/api/resource';

export const domainNodes = resource({
  type: 'domain_nodes',
  partOf: { type: 'domain', tab: 'nodes' },
  values: { 'nodes.*.lock_status': 'node_lock' },
});
