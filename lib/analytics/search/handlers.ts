import { bind } from '@/lib/api/bind';
import { eventSearch } from './contract';
import { exportEvents } from './export';
import * as service from './service';

export const handlers = bind(eventSearch, {
  list: (ctx, { query }) => service.listEvents(ctx, query),
  density: (ctx, { query }) => service.countOverTime(ctx, query),
  export: (ctx, { query }) => exportEvents(ctx, query),
  view: (ctx, { params }) => service.readEvent(ctx, params.id),
  matches: (ctx, { params }) => service.listMatches(ctx, params.id),
});
