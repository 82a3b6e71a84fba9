import { bind } from '@/lib/api/bind';
import { policies } from './contract';
import * as service from './service';

export const handlers = bind(policies, {
  list: (ctx, { query }) => service.listPolicies(ctx, query),
  overview: (ctx, { query }) => service.overviewPolicies(ctx, query),
  create: (ctx, { body }) => service.createPolicy(ctx, body),
  view: (ctx, { params }) => service.readPolicy(ctx, params.id),
  edit: (ctx, { params, query, body }) => service.updatePolicy(ctx, params.id, body, query.utime),
  contents: (ctx, { params }) => service.readContents(ctx, params.id),
  domains: (ctx, { params, query }) => service.listProtected(ctx, params.id, query),
  copy: (ctx, { params, body }) => service.copyPolicy(ctx, params.id, body),
  remove: (ctx, { params }) => service.deletePolicy(ctx, params.id),
});
