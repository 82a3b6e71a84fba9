import { bind } from '@/lib/api/bind';
import { ruleHits } from './contract';
import * as service from './service';

export const handlers = bind(ruleHits, {
  list: (ctx, { params }) => service.countHits(ctx, params.id),
});
