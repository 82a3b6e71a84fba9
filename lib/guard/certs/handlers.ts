import { bind } from '@/lib/api/bind';
import { certs } from './contract';
import * as service from './service';

export const handlers = bind(certs, {
  list: (ctx, { query }) => service.listCerts(ctx, query),
  create: (ctx, { body }) => service.createCert(ctx, body),
  view: (ctx, { params }) => service.readCert(ctx, params.id),
  edit: (ctx, { params, body }) => service.updateCert(ctx, params.id, body),
  remove: (ctx, { params }) => service.deleteCert(ctx, params.id),
  domains: (ctx, { params }) => service.listDomains(ctx, params.id),
  bind: (ctx, { params, body }) => service.bindCert(ctx, params.id, body.domain_id),
  bindByPath: (ctx, { params }) => service.bindCert(ctx, params.id, params.domainId),
  unbind: (ctx, { params }) => service.unbindCert(ctx, params.id, params.domainId),
  facts: (ctx, { params }) => service.readFacts(ctx, params.id),
  expiring: (ctx, { query }) => service.listByExpiry(ctx, query),
  expiry: (ctx) => service.countByExpiry(ctx),
  inspect: (ctx, { body }) => service.inspectCert(ctx, body),
});
