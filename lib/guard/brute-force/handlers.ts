import { bind } from '@/lib/api/bind';
import { bruteForce } from './contract';
import { rules } from './service';

export const handlers = bind(bruteForce, {
  list: (ctx, { params }) => rules.list(ctx, params.id),
  create: (ctx, { params, body }) => rules.create(ctx, params.id, body),
  edit: (ctx, { params, body }) => rules.update(ctx, params.id, params.rule_id, body),
  remove: (ctx, { params }) => rules.remove(ctx, params.id, params.rule_id),
});
