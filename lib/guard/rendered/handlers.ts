import { bind } from '@/lib/api/bind';
import { rendered } from './contract';
import { readRendered } from './service';

export const handlers = bind(rendered, {
  view: (ctx, { params, query }) => readRendered(ctx, params.id, query.node_id),
});
