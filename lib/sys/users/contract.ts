import { z } from 'zod';
import { contract, endpoint } from '@/lib/api/endpoint';
import { nothing } from '@/lib/api/envelope';
import { defineErrors } from '@/lib/api/errors';
import { text } from '@/lib/api/fields';

export const errors = defineErrors({
  'err.sys.user.oem_mismatch': { code: 1201, status: 403, category: 'permission' },
  'err.sys.user.stronger': { code: 1202, status: 403, category: 'permission' },
  'err.sys.user.wrong_old_password': { code: 1203, status: 400, category: 'validation' },
  'err.sys.user.passwords_differ': { code: 1204, status: 400, category: 'validation' },
  'err.sys.user.same_password': { code: 1205, status: 400, category: 'validation' },
});

/** Counted in characters, not bytes (spec section 8). */
export const Password = text(72, 6);

/** The two names the spec gives one field (DESIGN 5, Password reset body), and the proof a change of one's own needs. */
export const PasswordInput = z
  .object({
    password: Password.optional(),
    new_password: Password.optional(),
    old_password: z.string().max(1024).optional(),
  })
  .refine((body) => body.password !== undefined || body.new_password !== undefined, {
    path: ['password'],
    params: { key: 'required' },
  });
export type PasswordInput = z.output<typeof PasswordInput>;

export const users = contract({
  password: endpoint({
    method: 'PUT',
    path: '/api/sys/users/{id}/password',
    permission: 'sys.user.resetpwd',
    selfParam: 'id',
    beforePasswordChange: true,
    summary: "Set a user's password; they choose another at the next sign-in",
    body: PasswordInput,
    data: nothing,
    audit: { resource: 'user' },
    errors: [
      'err.sys.user.oem_mismatch',
      'err.sys.user.stronger',
      'err.sys.user.wrong_old_password',
      'err.sys.user.passwords_differ',
      'err.sys.user.same_password',
    ],
  }),
});
