import { bind } from '@/lib/api/bind';
import { originGroups } from './contract';
import * as service from './service';

export const handlers = bind(originGroups, {
  list: (ctx, { params }) => service.listGroups(ctx, params.id),
  create: (ctx, { params, body }) => service.createGroup(ctx, params.id, body),
  remove: (ctx, { params }) => service.deleteGroup(ctx, params.id, params.group_id),
});
