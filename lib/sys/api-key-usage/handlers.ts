import { bind } from '@/lib/api/bind';
import { apiKeyUsage } from './contract';
import { narrowKey } from './narrow';
import * as service from './service';

export const handlers = bind(apiKeyUsage, {
  usage: (ctx, { params, query }) => service.readUsage(ctx, params.id, query.since),
  leastPrivilege: (ctx, { params, query }) => service.readLeastPrivilege(ctx, params.id, query.days),
  narrow: (ctx, { params, body }) => narrowKey(ctx, params.id, body),
});
