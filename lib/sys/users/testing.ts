import { expect } from 'vitest';
import { type Parapet, startParapet } from '@/test/parapet';
import { PASSWORD, people } from '@/test/people';
import type { User } from './contract';

/** A Parapet in which Acme has clerks, who manage users below platform staff, and a holder of everything. */
export const startWithClerks = (): Promise<Parapet> =>
  startParapet({
    provision: {
      ...people,
      roles: [
        ...people.roles,
        { role_id: 24, name: 'User clerk', level: 3, permissions: ['sys.user.*'] },
        { role_id: 25, name: 'System', level: 3, permissions: ['sys.*'] },
      ],
      users: [
        ...people.users,
        { user_name: 'acme-clerk', password: PASSWORD, oem_id: 'acme', role_ids: [24] },
        { user_name: 'acme-clerk-child', password: PASSWORD, oem_id: 'acme', role_ids: [24], parent: 'acme-clerk' },
        { user_name: 'acme-super', password: PASSWORD, oem_id: 'acme', role_ids: [1] },
      ],
    },
  });

export type By = { as: string } | { token: string; host: string };

export const at = (id: string) => `/api/sys/users/${id}`;

/** What tests of users ask again and again. */
export function userCalls(parapet: () => Parapet) {
  let last = 0;
  return {
    create: (by: By, body: object = {}) =>
      parapet().call('POST', '/api/sys/users', {
        ...by,
        body: { user_name: `new-${++last}`, password: 'long enough', ...body },
      }),
    async names(by: By, query = 'size=100'): Promise<string[]> {
      const { status, body } = await parapet().call('GET', `/api/sys/users?${query}`, by);
      expect(status).toBe(200);
      return body.data.list.map((user: User) => user.user_name);
    },
  };
}
