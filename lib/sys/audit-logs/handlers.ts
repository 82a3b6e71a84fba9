import { bind } from '@/lib/api/bind';
import { chainStates, verifyChains } from './chain';
import { auditLogs } from './contract';
import { readOverview } from './overview';
import * as service from './service';

export const handlers = bind(auditLogs, {
  list: (ctx, { query }) => service.listAuditLogs(ctx, query),
  export: (ctx, { query }) => service.exportAuditLogs(ctx, query),
  view: (ctx, { params }) => service.readAuditLog(ctx, params.id),
  overview: (ctx, { query }) => readOverview(ctx, query.hours),
  chain: (ctx) => chainStates(ctx),
  verify: (ctx) => verifyChains(ctx),
});
