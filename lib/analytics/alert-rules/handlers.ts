import { bind } from '@/lib/api/bind';
import { alertRules } from './contract';
import { dryRun } from './dry-run';
import * as service from './service';

export const handlers = bind(alertRules, {
  list: (ctx, { query }) => service.listRules(ctx, query),
  create: (ctx, { body }) => service.createRule(ctx, body),
  view: (ctx, { params }) => service.readRule(ctx, params.id),
  edit: (ctx, { params, query, body }) => service.updateRule(ctx, params.id, body, query.utime),
  dryRun: (ctx, { body }) => dryRun(ctx, body),
  remove: (ctx, { params }) => service.deleteRule(ctx, params.id),
});
