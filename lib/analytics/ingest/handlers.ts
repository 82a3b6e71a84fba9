import { bind } from '@/lib/api/bind';
import { events } from './contract';
import * as service from './service';

export const handlers = bind(events, {
  ingest: (ctx) => service.ingestEvents(ctx),
});
