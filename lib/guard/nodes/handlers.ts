import { bind } from '@/lib/api/bind';
import { domainNodes } from './contract';
import * as service from './service';

export const handlers = bind(domainNodes, {
  list: (ctx, { params }) => service.listNodes(ctx, params.id),
  available: (ctx, { params }) => service.listAvailable(ctx, params.id),
  assign: (ctx, { params, body }) => service.assign(ctx, params.id, body),
  remove: (ctx, { params }) => service.remove(ctx, params.id, params.node_id),
  lock: (ctx, { params, body }) => service.setLock(ctx, params.id, params.node_id, body.lock_status),
  sync: (ctx, { query }) => service.syncNodes(ctx, query.user_id),
});
