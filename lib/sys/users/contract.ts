import { z } from 'zod';
import { contract, endpoint } from '@/lib/api/endpoint';
import { nothing } from '@/lib/api/envelope';
import { defineErrors } from '@/lib/api/errors';
import { displayName, keyword, millis, pageOf, pageQuery, password, secret, text, visibleName } from '@/lib/api/fields';
import { asWritten, inWords } from '@/lib/api/words';

export const errors = defineErrors({
  'err.sys.user.oem_mismatch': { code: 1201, status: 403, category: 'permission' },
  'err.sys.user.stronger': { code: 1202, status: 403, category: 'permission' },
  'err.sys.user.wrong_old_password': { code: 1203, status: 400, category: 'validation' },
  'err.sys.user.passwords_differ': { code: 1204, status: 400, category: 'validation' },
  'err.sys.user.same_password': { code: 1205, status: 400, category: 'validation' },
  'err.sys.user.name_taken': { code: 1206, status: 400, category: 'conflict' },
  'err.sys.user.role_unknown': { code: 1207, status: 400, category: 'validation' },
  'err.sys.user.role_beyond': { code: 1208, status: 403, category: 'permission' },
  'err.sys.user.self': { code: 1209, status: 400, category: 'conflict' },
  'err.sys.user.last_admin': { code: 1210, status: 400, category: 'conflict' },
  'err.sys.user.owns': { code: 1211, status: 400, category: 'conflict' },
});

/** User (spec 2.1). */
export const User = z.object({
  user_id: z.string(),
  user_name: z.string(),
  nick_name: z.string(),
  email: z.string(),
  mobile: z.string(),
  /** 0 normal, else locked. */
  locked: z.int(),
  role_ids: z.array(z.int()),
  roles: z.array(z.object({ role_id: z.int(), name: z.string(), level: z.int() })),
  ctime: millis,
});
export type User = z.output<typeof User>;

/** What Parapet knows of a user beyond the spec. */
export const UserDetails = User.extend({
  comment: z.string(),
  need_change_password: z.boolean(),
  /** user_id of the business root; empty for a root and for platform users. */
  first_id: z.string(),
  /** user_id of who created them; empty when the operator did. */
  parent_id: z.string(),
  utime: millis,
});
export type UserDetails = z.output<typeof UserDetails>;

/** How many objects of a kind a user owns. */
export const OwnedKind = z.object({
  /** What audit rows call one of them. */
  type: z.string(),
  count: z.int(),
});
export type OwnedKind = z.output<typeof OwnedKind>;

/** Counted in characters, not bytes (spec section 8). */
export const Password = password(72, 6);

/** What a user may change about themselves. */
export const Profile = z.object({
  nick_name: displayName(100),
  email: z.union([asWritten(z.literal('')), z.email().max(255)]),
  mobile: displayName(20),
});

const UserFields = Profile.extend({
  comment: text(500),
  role_ids: z.array(z.int32().min(1)).min(1).max(20),
}).partial();

export const UserInput = UserFields.extend({ user_name: visibleName(255, 2), password: Password });
export type UserInput = z.output<typeof UserInput>;
export type UserChange = z.output<typeof UserFields>;

/** The two names the spec gives one field (DESIGN 5, Password reset body), and the proof a change of one's own needs. */
export const PasswordInput = z
  .object({
    password: Password.optional(),
    new_password: Password.optional(),
    old_password: secret(z.string().max(1024)).optional(),
  })
  .refine((body) => body.password !== undefined || body.new_password !== undefined, {
    path: ['password'],
    params: { key: 'required' },
  });
export type PasswordInput = z.output<typeof PasswordInput>;

const REACH = ['err.sys.user.oem_mismatch'] as const;
const RULE = [...REACH, 'err.sys.user.stronger'] as const;
const GRANT = ['err.sys.user.role_unknown', 'err.sys.user.role_beyond'] as const;

/** Users of a brand. */
export const users = contract({
  list: endpoint({
    method: 'GET',
    path: '/api/sys/users',
    permission: 'sys.user.list',
    summary: 'List users',
    query: pageQuery.extend({ keyword }),
    data: pageOf(User),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/sys/users',
    permission: 'sys.user.create',
    summary: 'Create a user',
    body: UserInput,
    data: User,
    status: 201,
    audit: { resource: 'user' },
    errors: ['err.sys.user.name_taken', ...GRANT],
  }),
  view: endpoint({
    method: 'GET',
    path: '/api/sys/users/{id}',
    permission: 'sys.user.view',
    summary: 'Read a user',
    data: User,
    errors: REACH,
  }),
  details: endpoint({
    method: 'GET',
    path: '/api/sys/users/{id}/details',
    permission: 'sys.user.view',
    summary: 'Read a user with comment and place in the chain',
    data: UserDetails,
    extension: true,
    errors: REACH,
  }),
  owned: endpoint({
    method: 'GET',
    path: '/api/sys/users/{id}/owned',
    permission: 'sys.user.delete',
    summary: 'Count what a user owns and is not deleted with',
    data: z.object({ list: z.array(OwnedKind) }),
    extension: true,
    errors: RULE,
  }),
  edit: endpoint({
    method: 'PUT',
    path: '/api/sys/users/{id}',
    permission: 'sys.user.edit',
    summary: 'Change a user',
    body: UserFields,
    data: UserDetails,
    audit: { resource: 'user' },
    extension: true,
    errors: [...RULE, ...GRANT, 'err.sys.user.self', 'err.sys.user.last_admin'],
  }),
  lock: endpoint({
    method: 'PUT',
    path: '/api/sys/users/{id}/lock',
    permission: 'sys.user.lock',
    summary: 'Lock a user, ending their sessions, or unlock them',
    body: z.object({ locked: inWords('user_lock', z.literal([0, 1])) }),
    data: UserDetails,
    audit: { resource: 'user' },
    extension: true,
    errors: [...RULE, 'err.sys.user.self', 'err.sys.user.last_admin'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/sys/users/{id}',
    permission: 'sys.user.delete',
    summary: 'Delete a user who owns nothing, with sessions, API keys and roles',
    data: nothing,
    audit: { resource: 'user' },
    errors: [...RULE, 'err.sys.user.self', 'err.sys.user.last_admin', 'err.sys.user.owns'],
  }),
  password: endpoint({
    method: 'PUT',
    path: '/api/sys/users/{id}/password',
    permission: 'sys.user.resetpwd',
    selfParam: 'id',
    beforePasswordChange: true,
    summary: "Set a user's password; one set by somebody else is changed at the next sign-in",
    body: PasswordInput,
    data: nothing,
    audit: { resource: 'user' },
    errors: [
      ...RULE,
      'err.sys.user.wrong_old_password',
      'err.sys.user.passwords_differ',
      'err.sys.user.same_password',
      'err.request.rate_limited',
    ],
  }),
});
