import { bind } from '@/lib/api/bind';
import { boundaries } from './contract';
import { VIEW } from './projection';

export const handlers = bind(boundaries, {
  view: async ({ runtime }) => ({ ...VIEW, shapes: [...runtime.boundaries] }),
});
