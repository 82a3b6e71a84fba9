import { z } from 'zod';
import { contract, endpoint } from '@/lib/api/endpoint';

export const PermissionModule = z.object({
  module: z.string(),
  resources: z.array(
    z.object({
      /** `<module>.<resource>`; with a dot and an action's key it is the permission. */
      prefix: z.string(),
      name: z.string(),
      actions: z.array(z.object({ key: z.string(), name: z.string(), full_key: z.string() })),
    }),
  ),
});
export type PermissionModule = z.output<typeof PermissionModule>;

export const permissionTree = contract({
  tree: endpoint({
    method: 'GET',
    path: '/api/sys/permissions/tree',
    permission: 'session',
    beforePasswordChange: true,
    summary: 'Read every permission there is, named in the language asked for',
    data: z.array(PermissionModule),
  }),
});
