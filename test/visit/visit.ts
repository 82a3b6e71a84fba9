import { enqueue } from '@/lib/jobs/queue';
import { Contract } from '../fuzz/operations';
import { type Parapet, startParapet } from '../parapet';
import { people } from '../people';
import { alerts, traffic } from './analytics';
import { certificates, domains, forwards, lists, parts, policies, releases, schedules, wafGroups } from './guard';
import { Ids } from './ids';
import { nodes } from './nodes';
import { keys, operator, users } from './people';
import { type Visited, Visitor } from './visitor';

const plan = {
  plan_id: '6f1c27ab-93d5-4e0b-8a1d-2f70c4d95b33',
  name: 'Pro',
  prod_type: 2,
  price: 99,
  valid: 30,
  open_status: true,
};
const plans = [{ ...plan, content: { max_domains: 50, max_rules: 500, max_list_entries: 100_000, event_days: 30 } }];

/** A Parapet for `visit`, in which no name is looked up outside. */
export const startToVisit = (): Promise<Parapet> =>
  startParapet({ env: { DNS_RESOLVERS: '127.0.0.1:9' }, provision: { ...people, plans } });

/** A Parapet in which everything was visited, and what each operation answered first. */
export async function startVisited(): Promise<{ visited: ReadonlyMap<string, Visited>; close: () => Promise<void> }> {
  const parapet = await startToVisit();
  const { body } = await parapet.call('GET', '/openapi.json');
  const ids = new Ids();
  const visitor = new Visitor(parapet, new Contract(body), ({ operation, answer }) => {
    ids.note(operation, answer.body);
    // What each write brings to nodes is a release of its own then, every time.
    return parapet.runtime.jobs.settled();
  });
  await visit(visitor, parapet, (path) => ids.ids(path));
  return { visited: visitor.visited, close: parapet.close };
}

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
