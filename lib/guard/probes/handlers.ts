import { bind } from '@/lib/api/bind';
import { probes } from './contract';
import * as service from './service';

export const handlers = bind(probes, {
  precheck: (ctx, { body }) => service.precheck(ctx, body.targets),
  verify: (ctx, { params }) => service.verify(ctx, params.id),
});
