import { bind } from '@/lib/api/bind';
import { releases } from './contract';
import * as service from './service';

export const handlers = bind(releases, {
  list: (ctx, { params, query }) => service.listReleases(ctx, params.id, query),
  view: (ctx, { params }) => service.readRelease(ctx, params.id, params.release),
  diff: (ctx, { params, query }) => service.diffRelease(ctx, params.id, params.release, query.from),
  delivery: (ctx, { params }) => service.readDelivery(ctx, params.id),
});
