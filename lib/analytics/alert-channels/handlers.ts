import { bind } from '@/lib/api/bind';
import { alertChannels } from './contract';
import * as service from './service';

export const handlers = bind(alertChannels, {
  list: (ctx, { query }) => service.listChannels(ctx, query),
  create: (ctx, { body }) => service.createChannel(ctx, body),
  view: (ctx, { params }) => service.readChannel(ctx, params.id),
  edit: (ctx, { params, query, body }) => service.updateChannel(ctx, params.id, body, query.utime),
  remove: (ctx, { params }) => service.deleteChannel(ctx, params.id),
  test: (ctx, { params }) => service.testChannel(ctx, params.id),
});
