import { bind } from '@/lib/api/bind';
import { alerts } from './contract';
import * as service from './service';

export const handlers = bind(alerts, {
  list: (ctx, { query }) => service.listAlerts(ctx, query),
  view: (ctx, { params }) => service.readAlert(ctx, params.id),
  window: (ctx, { params }) => service.readWindow(ctx, params.id),
  status: (ctx, { params, body }) => service.setStatus(ctx, params.id, body.status),
});
