import { bind } from '@/lib/api/bind';
import { fleet } from './contract';
import * as service from './service';

export const handlers = bind(fleet, {
  list: (ctx, { query }) => service.listNodes(ctx, query),
  view: (ctx, { params }) => service.readNode(ctx, params.id),
  drain: (ctx, { params, body }) => service.drain(ctx, params.id, body.draining),
  remove: (ctx, { params }) => service.remove(ctx, params.id),
});
