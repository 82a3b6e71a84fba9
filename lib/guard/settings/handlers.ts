import { bind } from '@/lib/api/bind';
import { domainSettings } from './contract';
import * as service from './service';

export const handlers = bind(domainSettings, {
  view: (ctx, { params }) => service.readDomainSettings(ctx, params.id),
  edit: (ctx, { params, body }) => service.updateDomainSettings(ctx, params.id, body.settings),
});
