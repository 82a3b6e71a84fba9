import { bind } from '@/lib/api/bind';
import { domainTraffic } from './contract';
import * as service from './service';

export const handlers = bind(domainTraffic, {
  list: (ctx, { query }) => service.readDomainTraffic(ctx, query.domain_ids),
});
