import { bind } from '@/lib/api/bind';
import { rulePreview } from './contract';
import * as service from './service';

export const handlers = bind(rulePreview, {
  read: (ctx, { params, body }) => service.previewRule(ctx, params.id, body),
});
