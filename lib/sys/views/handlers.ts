import { bind } from '@/lib/api/bind';
import { views } from './contract';
import * as service from './service';

export const handlers = bind(views, {
  list: (ctx, { query }) => service.listViews(ctx, query),
  create: (ctx, { body }) => service.createView(ctx, body),
  edit: (ctx, { params, body }) => service.updateView(ctx, params.id, body),
  remove: (ctx, { params }) => service.deleteView(ctx, params.id),
});
