import { contract, endpoint } from '@/lib/api/endpoint';
import { Profile, User } from '@/lib/sys/users/contract';

/** The caller's own profile. */
export const profile = contract({
  view: endpoint({
    method: 'GET',
    path: '/api/sys/profile',
    permission: 'session',
    summary: 'Read oneself',
    data: User,
    extension: true,
  }),
  edit: endpoint({
    method: 'PUT',
    path: '/api/sys/profile',
    permission: 'session',
    summary: 'Change how one is named and reached',
    body: Profile.partial(),
    data: User,
    audit: { resource: 'user' },
    extension: true,
  }),
});
