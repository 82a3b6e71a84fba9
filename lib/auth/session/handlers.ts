import { bind } from '@/lib/api/bind';
import { begin, end, read } from './console-session';
import { auth, consoleSession } from './contract';
import * as service from './service';

export const handlers = {
  ...bind(auth, {
    login: (ctx, { body }) => service.login(ctx, body),
    logout: (ctx) => service.logout(ctx),
  }),
  ...bind(consoleSession, {
    read,
    begin: (ctx, { body }) => begin(ctx, body),
    end,
  }),
};
