import { z } from 'zod';
import { contract, endpoint, METHODS } from '@/lib/api/endpoint';
import { line, pageOf, pageQuery } from '@/lib/api/fields';
import { asWritten } from '@/lib/api/words';
import { RoleHolder } from '@/lib/sys/roles/contract';

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
  endpoints: z.array(z.object({ method: asWritten(z.enum(METHODS)), path: z.string(), platform_only: z.boolean() })),
});
export type PermissionFacts = z.output<typeof PermissionFacts>;

/** Permissions, what each opens and who has it. */
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
    data: pageOf(RoleHolder),
    extension: true,
    errors: ['err.sys.role.permission_unknown'],
  }),
});
