import { bind } from '@/lib/api/bind';
import { auth } from './contract';
import * as service from './service';

export const handlers = bind(auth, {
  login: (ctx, { body }) => service.login(ctx, body),
  logout: (ctx) => service.logout(ctx),
});
