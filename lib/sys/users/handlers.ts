import { bind } from '@/lib/api/bind';
import { users } from './contract';
import * as password from './password';

export const handlers = bind(users, {
  password: (ctx, { params, body }) => password.setPassword(ctx, params.id, body),
});
