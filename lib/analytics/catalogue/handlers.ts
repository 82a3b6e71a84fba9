import { bind } from '@/lib/api/bind';
import { catalogue } from './contract';
import { chartPagesIn } from './service';

export const handlers = bind(catalogue, {
  list: async (ctx) => ({ list: chartPagesIn(ctx.locale) }),
});
