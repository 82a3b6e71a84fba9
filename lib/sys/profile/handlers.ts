import { bind } from '@/lib/api/bind';
import { readUser, updateUser } from '@/lib/sys/users/service';
import { profile } from './contract';

export const handlers = bind(profile, {
  view: (ctx) => readUser(ctx, ctx.principal.user_id),
  edit: async (ctx, { body }) => {
    await updateUser(ctx, ctx.principal.user_id, body);
    return readUser(ctx, ctx.principal.user_id);
  },
});
