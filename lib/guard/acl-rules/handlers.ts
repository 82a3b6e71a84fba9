import { bind } from '@/lib/api/bind';
import { aclRules } from './contract';
import { rules } from './service';

export const handlers = bind(aclRules, {
  list: (ctx, { params, query }) => rules.page(ctx, params.id, query),
  create: (ctx, { params, body }) => rules.create(ctx, params.id, body),
  view: (ctx, { params }) => rules.read(ctx, params.id, params.rid),
  edit: (ctx, { params, query, body }) => rules.update(ctx, params.id, params.rid, body, query.utime),
  remove: (ctx, { params }) => rules.remove(ctx, params.id, params.rid),
  status: (ctx, { params, body }) => rules.setStatus(ctx, params.id, params.rid, body.status),
  move: (ctx, { params, body }) => rules.move(ctx, params.id, params.rid, body.policy_id),
});
