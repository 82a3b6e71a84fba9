import { bind } from '@/lib/api/bind';
import { loginRecords } from './contract';
import * as service from './service';

export const handlers = bind(loginRecords, {
  list: (ctx, { query }) => service.listLoginRecords(ctx, query),
  export: (ctx, { query }) => service.exportLoginRecords(ctx, query),
});
