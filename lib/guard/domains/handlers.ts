import { bind } from '@/lib/api/bind';
import { domains } from './contract';
import * as service from './service';

export const handlers = bind(domains, {
  list: (ctx, { query }) => service.listDomains(ctx, query),
  create: (ctx, { body }) => service.createDomain(ctx, body),
  view: (ctx, { params }) => service.readDomain(ctx, params.id),
  edit: (ctx, { params, body }) => service.updateDomain(ctx, params.id, body),
  remove: (ctx, { params }) => service.deleteDomain(ctx, params.id),
  audit: (ctx, { params, body }) => service.auditDomain(ctx, params.id, body.audit_status),
});
