import type { Ctx } from '@/lib/api/context';
import { AppError } from '@/lib/api/errors';
import { translator } from '@/lib/i18n/translate';
import { ownerOf } from '@/lib/queues/owner';
import { chartError, prepare, reportedOf, runPrepared, windowOf } from '../query/prepare';
import type { Trial, TrialInput } from './contract';
import { chartOf, sourceOf } from './declared';
import { brokenRule } from './rules';

/** Reads a chart that nobody declared yet in the way of all charts: the caller's own events, in their turn, cached alike. */
export async function runTrial(ctx: Ctx, input: TrialInput): Promise<Trial> {
  const { declaration } = input;
  const broken = brokenRule(declaration);
  if (broken) {
    const message = translator(ctx.locale)(`analytics.trial.rules.${broken.rule}`);
    throw new AppError('err.request.invalid', { field: `declaration.${broken.field}`, message });
  }
  const asked = { window: input.time_window, stime: input.stime, etime: input.etime };
  const window = windowOf(ctx, asked, 'time_window');
  const prepared = await prepare(ctx, { ...input, window, scope: input });
  const { limit: top, order, key } = declaration;
  try {
    const work = () => runPrepared(chartOf(declaration), prepared, { top, order, page: 1, size: top });
    const result = await ctx.runtime.queues.charts.run(ownerOf(ctx), work, ctx.request.signal());
    return { result, window: reportedOf(window), source: sourceOf(declaration) };
  } catch (cause) {
    throw chartError(ctx, key, cause);
  }
}
