import { bind } from '@/lib/api/bind';
import { forwards } from './contract';
import * as service from './service';

export const handlers = bind(forwards, {
  list: (ctx, { query }) => service.listForwards(ctx, query),
  create: (ctx, { body }) => service.createForward(ctx, body),
  view: (ctx, { params }) => service.readForward(ctx, params.id),
  edit: (ctx, { params, query, body }) => service.updateForward(ctx, params.id, body, query.utime),
  remove: (ctx, { params }) => service.deleteForward(ctx, params.id),
});
