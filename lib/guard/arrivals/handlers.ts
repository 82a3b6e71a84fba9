import { bind } from '@/lib/api/bind';
import { arrivals } from './contract';
import * as service from './service';

export const handlers = bind(arrivals, {
  policy: (ctx, { params }) => service.readPolicy(ctx, params.id),
  list: (ctx, { params }) => service.readList(ctx, params.id),
});
