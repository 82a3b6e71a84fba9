import { bind } from '@/lib/api/bind';
import { eventSearch } from './contract';
import { countOverTime } from './density';
import { exportEvents } from './export';
import { listEvents } from './list';
import * as service from './service';

export const handlers = bind(eventSearch, {
  list: (ctx, { query }) => listEvents(ctx, query),
  density: (ctx, { query }) => countOverTime(ctx, query),
  export: (ctx, { query }) => exportEvents(ctx, query),
  view: (ctx, { params }) => service.readEvent(ctx, params.id),
  matches: (ctx, { params }) => service.listMatches(ctx, params.id),
});
