import { bind } from '@/lib/api/bind';
import { dnsConfig } from './contract';
import * as service from './service';

export const handlers = bind(dnsConfig, {
  view: (ctx, { params }) => service.readDnsConfig(ctx, params.id),
  edit: (ctx, { params, body }) => service.updateDnsConfig(ctx, params.id, body),
});
