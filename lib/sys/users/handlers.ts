import { bind } from '@/lib/api/bind';
import { users } from './contract';
import * as password from './password';
import * as service from './service';

export const handlers = bind(users, {
  list: (ctx, { query }) => service.listUsers(ctx, query),
  create: (ctx, { body }) => service.createUser(ctx, body),
  view: (ctx, { params }) => service.readUser(ctx, params.id),
  details: (ctx, { params }) => service.readDetails(ctx, params.id),
  owned: (ctx, { params }) => service.readOwned(ctx, params.id),
  edit: (ctx, { params, body }) => service.updateUser(ctx, params.id, body),
  lock: (ctx, { params, body }) => service.lockUser(ctx, params.id, body.locked),
  remove: (ctx, { params }) => service.deleteUser(ctx, params.id),
  password: (ctx, { params, body }) => password.setPassword(ctx, params.id, body),
});
