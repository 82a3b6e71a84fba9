import { z } from 'zod';
import { contract, endpoint } from '@/lib/api/endpoint';
import { nothing } from '@/lib/api/envelope';
import { defineErrors } from '@/lib/api/errors';
import { displayName, millis, pageOf, pageQuery } from '@/lib/api/fields';
import { User } from '@/lib/sys/users/contract';

export const errors = defineErrors({
  'err.sys.role.read_only': { code: 1231, status: 403, category: 'permission' },
  'err.sys.role.beyond': { code: 1232, status: 403, category: 'permission' },
  'err.sys.role.permission_unknown': { code: 1233, status: 400, category: 'validation' },
  'err.sys.role.name_taken': { code: 1234, status: 400, category: 'conflict' },
  'err.sys.role.in_use': { code: 1235, status: 400, category: 'conflict' },
});

/** A permission, or a pattern of them: `*` at the end matches any rest, elsewhere one segment. */
export const PermissionPattern = z.string().regex(/^(\*|[a-z_]+)(\.(\*|[a-z_]+)){0,2}$/);

export const Role = z.object({
  role_id: z.int(),
  name: z.string(),
  /** 1 platform, 2 head of a business account, 3 and more below. */
  level: z.int(),
  permissions: z.array(z.string()),
  /** Comes with the product or from the provisioning file. */
  read_only: z.boolean(),
  /** Whether the caller may give it to a user. */
  grantable: z.boolean(),
  /** How many of the users the caller sees have it. */
  users: z.int(),
  ctime: millis,
});
export type Role = z.output<typeof Role>;

const RoleFields = z.object({
  name: displayName(100, 1),
  level: z.int().min(2).max(9),
  permissions: z.array(PermissionPattern).max(200),
});

/** A user with those of their roles that matter here. */
export const RoleHolder = User.pick({
  user_id: true,
  user_name: true,
  nick_name: true,
  locked: true,
  role_ids: true,
  roles: true,
});
export type RoleHolder = z.output<typeof RoleHolder>;

export const RoleInput = RoleFields.extend({ level: RoleFields.shape.level.default(3) });
export const RoleChange = RoleFields.partial();
export type RoleInput = z.output<typeof RoleInput>;
export type RoleChange = z.output<typeof RoleChange>;

const CONTENT = ['err.sys.role.beyond', 'err.sys.role.permission_unknown', 'err.sys.role.name_taken'] as const;

/**
 * Reading asks for the permissions of users, since whoever manages users must know what to give them: a permission
 * `sys.role.list` of its own would lie outside what a tenant administrator holds, and with it the role of a viewer.
 */
export const roles = contract({
  list: endpoint({
    method: 'GET',
    path: '/api/sys/roles',
    permission: 'sys.user.list',
    summary: 'List roles',
    query: pageQuery,
    data: pageOf(Role),
    extension: true,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/sys/roles',
    permission: 'sys.role.create',
    platformOnly: true,
    summary: 'Create a role for business users of the site',
    body: RoleInput,
    data: Role,
    status: 201,
    audit: { resource: 'role' },
    extension: true,
    errors: CONTENT,
  }),
  view: endpoint({
    method: 'GET',
    path: '/api/sys/roles/{id}',
    permission: 'sys.user.view',
    summary: 'Read a role',
    data: Role,
    extension: true,
  }),
  users: endpoint({
    method: 'GET',
    path: '/api/sys/roles/{id}/users',
    permission: 'sys.user.list',
    summary: 'List the users who have a role',
    query: pageQuery,
    data: pageOf(RoleHolder),
    extension: true,
  }),
  edit: endpoint({
    method: 'PUT',
    path: '/api/sys/roles/{id}',
    permission: 'sys.role.edit',
    platformOnly: true,
    summary: 'Change a role, at once for everybody who has it',
    body: RoleChange,
    data: Role,
    audit: { resource: 'role' },
    extension: true,
    errors: ['err.sys.role.read_only', ...CONTENT],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/sys/roles/{id}',
    permission: 'sys.role.delete',
    platformOnly: true,
    summary: 'Delete a role nobody has',
    data: nothing,
    audit: { resource: 'role' },
    extension: true,
    errors: ['err.sys.role.read_only', 'err.sys.role.beyond', 'err.sys.role.in_use'],
  }),
});
