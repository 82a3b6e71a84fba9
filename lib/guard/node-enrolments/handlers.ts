import { bind } from '@/lib/api/bind';
import { nodeEnrolments } from './contract';
import * as keys from './keys';
import * as service from './service';

export const handlers = bind(nodeEnrolments, {
  list: (ctx, { params }) => service.listEnrolments(ctx, params.node_id),
  create: (ctx, { params }) => service.createEnrolment(ctx, params.node_id),
  revoke: (ctx, { params }) => service.revokeEnrolment(ctx, params.node_id, params.id),
  enrol: (ctx, { body }) => service.enrol(ctx, body.token),
  keys: (ctx, { params }) => keys.listKeys(ctx, params.node_id),
  rotate: (ctx, { params }) => keys.rotateKey(ctx, params.node_id),
});
