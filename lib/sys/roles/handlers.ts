import { bind } from '@/lib/api/bind';
import { roles } from './contract';
import * as service from './service';

export const handlers = bind(roles, {
  list: (ctx, { query }) => service.listRoles(ctx, query),
  create: (ctx, { body }) => service.createRole(ctx, body),
  view: (ctx, { params }) => service.readRole(ctx, params.id),
  users: (ctx, { params, query }) => service.listUsersOf(ctx, params.id, query),
  edit: (ctx, { params, body }) => service.updateRole(ctx, params.id, body),
  remove: (ctx, { params }) => service.deleteRole(ctx, params.id),
});
