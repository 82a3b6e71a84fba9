import { bind } from '@/lib/api/bind';
import { origins } from './contract';
import * as service from './service';

export const handlers = bind(origins, {
  status: (ctx, { params, body }) => service.setOriginStatus(ctx, params.id, params.service_id, body),
  peers: (ctx, { params }) => service.readPeers(ctx, params.id),
});
