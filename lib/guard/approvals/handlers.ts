import { bind } from '@/lib/api/bind';
import { approvals } from './contract';
import { probe, readDossier } from './dossier';
import * as service from './service';

export const handlers = bind(approvals, {
  decide: (ctx, { body }) => service.decide(ctx, body),
  queue: (ctx, { query }) => service.listQueue(ctx, query.size),
  holds: (ctx) => service.listHolds(ctx),
  undo: (ctx, { params }) => service.undo(ctx, params.id),
  dossier: (ctx, { params }) => readDossier(ctx, params.id),
  probe: (ctx, { params }) => probe(ctx, params.id),
  reapply: (ctx, { params }) => service.reapply(ctx, params.id),
  decisions: (ctx, { params }) => service.listDecisions(ctx, params.id),
});
