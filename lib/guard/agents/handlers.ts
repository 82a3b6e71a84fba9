import { bind } from '@/lib/api/bind';
import { idOf } from '@/lib/api/ids';
import { agents } from './contract';
import * as service from './service';

export const handlers = bind(agents, {
  desired: (ctx, { params, query }) => service.readDesired(ctx, params.node_id, query),
  artefact: (ctx, { params }) => service.readArtefact(ctx, params.node_id, params.hash),
  artefacts: (ctx, { params, query }) => service.readArtefacts(ctx, params.node_id, query.hashes),
  certificate: (ctx, { params }) => service.readCertificate(ctx, params.node_id, idOf(params.id)),
  ranges: (ctx, { params }) => service.readRanges(ctx, params.node_id, params.name),
  release: (ctx, { params, query }) => service.readRelease(ctx, params.node_id, query.system),
  events: (ctx, { params, body }) => service.takeEvents(ctx, params.node_id, body),
  health: (ctx, { params, body }) => service.takeHealth(ctx, params.node_id, body),
  report: (ctx, { params, body }) => service.report(ctx, params.node_id, body),
});
