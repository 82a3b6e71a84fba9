import { bind } from '@/lib/api/bind';
import { failover } from './contract';
import { readFailover } from './service';

export const handlers = bind(failover, {
  view: (ctx, { params }) => readFailover(ctx, params.id),
});
