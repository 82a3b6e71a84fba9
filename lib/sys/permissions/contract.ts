import { z } from 'zod';
import { contract, endpoint, METHODS } from '@/lib/api/endpoint';
import { line, pageOf, pageQuery } from '@/lib/api/fields';
import { User } from '@/lib/sys/users/contract';

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

/** What a permission opens. */
export const PermissionFacts = z.object({
  full_key: z.string(),
  /** All it opens is for platform staff: in a role of business users it has no effect (spec 5, rule 10). */
  platform_only: z.boolean(),
  endpoints: z.array(z.object({ method: z.enum(METHODS), path: z.string(), platform_only: z.boolean() })),
});
export type PermissionFacts = z.output<typeof PermissionFacts>;

/** A user for whom a permission takes effect, with the roles that grant it. */
export const Holder = User.pick({ user_id: true, user_name: true, nick_name: true, locked: true }).extend({
  role_ids: User.shape.role_ids,
  roles: User.shape.roles,
});
export type Holder = z.output<typeof Holder>;

export const permissionTree = contract({
  tree: endpoint({
    method: 'GET',
    path: '/api/sys/permissions/tree',
    permission: 'session',
    beforePasswordChange: true,
    summary: 'Read every permission there is, named in the language asked for',
    data: z.array(PermissionModule),
  }),
  facts: endpoint({
    method: 'GET',
    path: '/api/sys/permissions',
    permission: 'session',
    summary: 'List every permission with the endpoints it opens',
    data: z.array(PermissionFacts),
    extension: true,
  }),
  holders: endpoint({
    method: 'GET',
    path: '/api/sys/permissions/holders',
    permission: 'sys.user.list',
    summary: 'List the users who have a permission, and through which roles',
    query: pageQuery.extend({ permission: line(200, 1) }),
    data: pageOf(Holder),
    extension: true,
    errors: ['err.sys.role.permission_unknown'],
  }),
});
