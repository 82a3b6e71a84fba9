import type { Ctx } from '@/lib/api/context';
import { notFound } from '@/lib/api/errors';
import { idOf } from '@/lib/api/ids';
import { change } from '@/lib/change/change';
import { countsOf } from '@/lib/jobs/state';
import type { JobState } from './contract';
import * as repository from './repository';

/** Every kind of work, with what failed of it. It concerns every brand, so that only the operator's staff may ask. */
export async function readJobs(ctx: Ctx): Promise<JobState> {
  const { jobs, store } = ctx.runtime;
  const counts = await countsOf(
    store,
    jobs.kinds.map((job) => job.kind),
  );
  const kinds = [...counts].map(([kind, one]) => ({ kind, ...one }));
  return { kinds, failures: await repository.listFailures(ctx.db) };
}

/** Lets a message that failed be tried again at once, as often as a new one. Throws not_found for any other. */
export async function retryJob(ctx: Ctx, id: string): Promise<null> {
  const kind = await change(ctx, async (tx) => {
    const before = await repository.retry(tx, idOf(id));
    if (!before) throw notFound();
    const label = before.object_id === '' ? before.kind : `${before.kind}, ${before.object_id}`;
    return { id, label, data: before.kind };
  });
  ctx.runtime.jobs.wake(kind);
  return null;
}
