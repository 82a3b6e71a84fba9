import { bind } from '@/lib/api/bind';
import { auditLogs } from './contract';
import * as service from './service';

export const handlers = bind(auditLogs, {
  list: (ctx, { query }) => service.listAuditLogs(ctx, query),
  export: (ctx, { query }) => service.exportAuditLogs(ctx, query),
});
