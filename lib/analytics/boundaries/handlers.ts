import { bind } from '@/lib/api/bind';
import { boundaries } from './contract';
import { OUTLINE, VIEW } from './projection';

export const handlers = bind(boundaries, {
  view: async ({ runtime }) => ({ ...VIEW, outline: OUTLINE, shapes: [...runtime.boundaries] }),
});
