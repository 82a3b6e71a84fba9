import { bind } from '@/lib/api/bind';
import { apiKeys } from './contract';
import * as reads from './reads';
import * as service from './service';

export const handlers = bind(apiKeys, {
  list: (ctx, { query }) => reads.listKeys(ctx, query),
  create: (ctx, { body }) => service.issueKey(ctx, body),
  callerAddress: async (ctx) => ({ client_ip: ctx.request.peer }),
  view: (ctx, { params }) => reads.readKey(ctx, params.id),
  revoke: (ctx, { params }) => service.revokeKey(ctx, params.id),
  renew: (ctx, { params, body }) => service.renewKey(ctx, params.id, body.expires_in_days),
  revokeAll: (ctx, { body }) => service.revokeAllKeys(ctx, body.user_id),
  logs: (ctx, { params, query }) => reads.listKeyLogs(ctx, params.id, query),
  stats: (ctx, { params, query }) => reads.readStats(ctx, params.id, query.since),
  audit: (ctx, { query }) => reads.listManagement(ctx, query),
});
