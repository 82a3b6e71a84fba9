import { bind } from '@/lib/api/bind';
import { schedules } from './contract';
import { preview } from './preview';
import * as service from './service';

export const handlers = bind(schedules, {
  domains: (ctx, { query }) => service.listDomains(ctx, query),
  view: (ctx, { params }) => service.viewDomain(ctx, params.id),
  connection: async (ctx) => service.readConnection(ctx),
  preview: (ctx, { params, query }) => preview(ctx, params.id, query),
  switchMode: (ctx, { params, body }) => service.switchMode(ctx, params.id, body.target_mode, body.comment),
  init: (ctx, { params, body }) => service.init(ctx, params.id, body.comment),
  reset: (ctx, { params, body }) => service.reset(ctx, params.id, body.comment),
  repair: (ctx, { params, body }) => service.repair(ctx, params.id, body.comment),
  records: (ctx, { params, query }) => service.listRecords(ctx, params.id, query),
  drift: (ctx, { params }) => service.readDrift(ctx, params.id),
  batchStatus: (ctx, { body }) => service.setStatus(ctx, body),
  affairs: (ctx, { query }) => service.listAffairs(ctx, query),
  affair: (ctx, { params }) => service.readAffair(ctx, params.id),
});
