import { bind } from '@/lib/api/bind';
import { agents } from './contract';
import * as service from './service';

export const handlers = bind(agents, {
  desired: (ctx, { params, query }) => service.readDesired(ctx, params.node_id, query.since),
  artefact: (ctx, { params }) => service.readArtefact(ctx, params.node_id, params.hash),
  report: (ctx, { params, body }) => service.report(ctx, params.node_id, body),
});
