import { bind } from '@/lib/api/bind';
import { plans } from './contract';
import * as service from './service';

export const handlers = bind(plans, {
  list: (ctx, { query }) => service.listPlans(ctx, query),
  view: (ctx, { params }) => service.readPlan(ctx, params.id),
  usage: (ctx, { query }) => service.readUsage(ctx, query.user_id),
});
