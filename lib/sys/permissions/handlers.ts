import { bind } from '@/lib/api/bind';
import { permissionTree } from './contract';
import * as service from './service';

export const handlers = bind(permissionTree, {
  tree: (ctx) => service.readTree(ctx),
  facts: async () => service.permissionFacts,
  holders: (ctx, { query }) => service.listHolders(ctx, query),
});
