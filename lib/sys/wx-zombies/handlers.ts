import { bind } from '@/lib/api/bind';
import { wxZombies } from './contract';
import * as service from './service';

export const handlers = bind(wxZombies, {
  cleanup: (ctx, { body }) => service.cleanUp(ctx, body),
});
