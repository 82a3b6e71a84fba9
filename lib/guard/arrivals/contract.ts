import { z } from 'zod';
import { contract, endpoint } from '@/lib/api/endpoint';
import { millis } from '@/lib/api/fields';
import { inWords } from '@/lib/api/words';

/** How far the last version of an object has come: wanted, rendered, running. */
export const Arrival = z.object({
  /** Changes that are not a version yet. */
  pending: z.int(),
  /** Number of the last version; 0 while there is none. */
  number: z.int(),
  /** When the change that made it was saved; 0 where nobody's did. */
  changed_at: millis,
  /** Every node that should run it. */
  nodes: z.array(
    z.object({
      node_id: z.string(),
      state: inWords('node_run', z.enum(['running', 'failed', 'waiting'])),
      /** Since when it runs there; 0 while it does not. */
      since: millis,
    }),
  ),
  /** Domains that nodes cannot serve with it, in the words of each node; the latest twenty. */
  failures: z.array(
    z.object({ node_id: z.string(), domain_id: z.string(), domain: z.string(), message: z.string(), since: millis }),
  ),
});
export type Arrival = z.output<typeof Arrival>;

/** Whether nodes run a policy or a list as it was saved last. */
export const arrivals = contract({
  policy: endpoint({
    method: 'GET',
    path: '/api/guard/policies/{id}/delivery',
    permission: 'guard.policy.view',
    summary: 'Read which nodes run a policy as it was saved last, and what failed with it',
    data: Arrival,
    extension: true,
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/guard/bwlist/sets/{id}/delivery',
    permission: 'guard.bwlist.list',
    summary: 'Read which nodes run a black or white list as it was saved last, and what failed with it',
    data: Arrival,
    extension: true,
  }),
});
