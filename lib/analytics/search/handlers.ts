import { bind } from '@/lib/api/bind';
import { eventSearch } from './contract';
import * as service from './service';

export const handlers = bind(eventSearch, {
  list: (ctx, { query }) => service.listEvents(ctx, query),
  matches: (ctx, { params }) => service.listMatches(ctx, params.event_id),
});
