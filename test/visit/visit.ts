import { enqueue } from '@/lib/jobs/queue';
import type { Parapet } from '../parapet';
import { alerts, traffic } from './analytics';
import { certificates, domains, forwards, lists, parts, policies, releases, schedules, wafGroups } from './guard';
import { nodes } from './nodes';
import { keys, operator, users } from './people';
import type { Visitor } from './visitor';

/** Calls every operation that can be answered with 2xx; what it makes stays, but for what it takes away again. */
export async function visit(v: Visitor, parapet: Parapet, fill: (path: string) => readonly unknown[] | undefined) {
  const policy_id = await policies(v);
  await wafGroups(v, policy_id);
  await lists(v, policy_id);
  const domain_id = await domains(v, policy_id);
  await parts(v, domain_id);
  await certificates(v, domain_id);
  await forwards(v, domain_id);
  await v.settled();
  await schedules(v, domain_id);
  await releases(v, domain_id);
  await nodes(v);
  await traffic(v, domain_id);
  await alerts(v, parapet, domain_id);
  await users(v);
  await keys(v);
  await operator(v);
  await v.call('sys.jobs.retry', { as: 'admin', ids: [await failedJob(parapet)] });
  await v.settled();
  await v.readTheRest(fill);
}

/** A message that failed for good, as `jobs` keeps it. */
async function failedJob({ runtime: { store } }: Parapet): Promise<number> {
  return store.transaction(async (tx) => {
    await enqueue(tx, 'guard.approvals.apply', [{ object_id: 'gone' }]);
    const failed = { attempts: 9, tried_at: 5, failed_at: 5, error: 'the name server is silent' };
    const row = tx.updateTable('jobs').set(failed).where('object_id', '=', 'gone').returning('id');
    return (await row.executeTakeFirstOrThrow()).id;
  });
}
