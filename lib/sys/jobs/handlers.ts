import { bind } from '@/lib/api/bind';
import { sysJobs } from './contract';
import * as service from './service';

export const handlers = bind(sysJobs, {
  list: (ctx) => service.readJobs(ctx),
  retry: (ctx, { params }) => service.retryJob(ctx, params.id),
});
