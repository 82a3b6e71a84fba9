import { bind } from '@/lib/api/bind';
import { ruleSearch } from './contract';
import * as service from './service';

export const handlers = bind(ruleSearch, {
  list: (ctx, { query }) => service.searchRules(ctx, query),
});
