import { bind } from '@/lib/api/bind';
import { bruteForce } from './contract';
import * as service from './service';

export const handlers = bind(bruteForce, {
  list: (ctx, { params }) => service.listRules(ctx, params.id),
  create: (ctx, { params, body }) => service.createRule(ctx, params.id, body),
  edit: (ctx, { params, body }) => service.updateRule(ctx, params.id, params.rule_id, body),
  remove: (ctx, { params }) => service.deleteRule(ctx, params.id, params.rule_id),
});
