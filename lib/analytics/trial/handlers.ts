import { bind } from '@/lib/api/bind';
import { trial } from './contract';
import { runTrial } from './service';

export const handlers = bind(trial, {
  run: (ctx, { body }) => runTrial(ctx, body),
});
