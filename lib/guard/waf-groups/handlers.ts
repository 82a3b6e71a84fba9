import { bind } from '@/lib/api/bind';
import { wafGroups } from './contract';
import * as service from './service';

export const handlers = bind(wafGroups, {
  list: (ctx, { query }) => service.listGroups(ctx, query),
  create: (ctx, { body }) => service.createGroup(ctx, body),
  view: (ctx, { params }) => service.readGroup(ctx, params.id),
  edit: (ctx, { params, query, body }) => service.updateGroup(ctx, params.id, body, query.utime),
  remove: (ctx, { params }) => service.deleteGroup(ctx, params.id),
  status: (ctx, { params, body }) => service.setStatus(ctx, params.id, body.status),
});
