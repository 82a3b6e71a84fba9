import { bind, withHeaders } from '@/lib/api/bind';
import { bwlist } from './contract';
import { addIps } from './ip-batch';
import { exportIps } from './ip-export';
import * as ips from './ip-service';
import * as service from './service';

export const handlers = bind(bwlist, {
  list: (ctx, { query }) => service.listSets(ctx, query),
  create: (ctx, { body }) => service.createSet(ctx, body),
  view: (ctx, { params }) => service.readSet(ctx, params.id),
  edit: (ctx, { params, query, body }) => service.updateSet(ctx, params.id, body, query.utime),
  bind: (ctx, { params, body }) => service.bindSet(ctx, params.id, body.policy_id),
  remove: (ctx, { params }) => service.deleteSet(ctx, params.id),
  ips: (ctx, { params, query }) => ips.listIps(ctx, params.id, query),
  add: (ctx, { params, body }) => ips.addIp(ctx, params.id, body),
  addBatch: async (ctx, { params, body }) => {
    const { ids, duplicates } = await addIps(ctx, params.id, body);
    return withHeaders(ids, duplicates > 0 ? { 'X-Ignored-Duplicates': String(duplicates) } : {});
  },
  exportIps: (ctx, { params, query }) => exportIps(ctx, params.id, query),
  known: (ctx, { params, body }) => ips.knownIps(ctx, params.id, body.ips),
  setStatuses: (ctx, { params, body }) => ips.setStatuses(ctx, params.id, body),
  removeBatch: (ctx, { params, body }) => ips.deleteIps(ctx, params.id, body.ip_ids),
  setStatus: (ctx, { params, body }) => ips.setStatus(ctx, params.id, body.status),
  search: (ctx, { query }) => ips.searchLists(ctx, query),
  removeIp: (ctx, { params }) => ips.deleteIp(ctx, params.id),
});
