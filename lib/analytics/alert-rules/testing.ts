import { expect } from 'vitest';
import { APPROVED } from '@/lib/guard/domains/contract';
import { type Domains, startDomains } from '@/lib/guard/domains/testing';
import { STEP_MS } from './judge';
import { JUDGE } from './vocabulary';

export const RULES = '/api/analytics/alert-rules';

/** A threshold rule of more than a thousand requests in five minutes. */
export const RULE = { name: 'Busy', metric: 'requests', threshold: 1_000 };

function callsOf(world: Domains) {
  const create = (more: object = {}, as = 'acme-root') => world.call('POST', RULES, { as, body: { ...RULE, ...more } });
  return {
    create,
    edit: (id: number, body: object, as = 'acme-root', query = '') =>
      world.call('PUT', `${RULES}/${id}${query}`, { as, body }),
    remove: (id: number, as = 'acme-root') => world.call('DELETE', `${RULES}/${id}`, { as }),
    async made(more: object = {}, as = 'acme-root') {
      const answer = await create(more, as);
      expect(answer.status, JSON.stringify(answer.body)).toBe(201);
      return answer.body.data;
    },
  };
}

/** Lets nothing judge rules by the clock any more: a test judges at times of its own. */
export async function stopJudging({ runtime }: Pick<Domains, 'runtime'>): Promise<void> {
  await runtime.store.transaction(async (tx) => {
    await tx.deleteFrom('jobs').where('kind', '=', JUDGE).execute();
    await tx.deleteFrom('job_claims').where('kind', '=', JUDGE).execute();
  });
  // A run that was under way finds its lease gone and leaves nothing behind.
  await runtime.jobs.settled();
}

let batches = 0;

/** Requests to a host within the five minutes before `until`. */
export async function sendTraffic(world: Pick<Domains, 'call'>, host: string, until: number, count: number, more = {}) {
  batches += 1;
  const batch_id = `judged-${batches}`;
  const events = Array.from({ length: count }, (_, i) => ({
    ...{ time: until - STEP_MS + i, host, status: 200, path: '/', request_id: `${batch_id}-${i}` },
    ...more,
  }));
  const answer = await world.call('POST', '/api/analytics/events', { as: 'acme-support', body: { batch_id, events } });
  expect(answer.body.data, JSON.stringify(answer.body)).toMatchObject({ stored: count });
}

/** A domain that is approved, as all that are judged. */
export async function approvedDomain(world: Pick<Domains, 'created' | 'judge'>, as: string, name: string) {
  const domain_id = await world.created(as, name);
  await world.judge('acme-support', domain_id, APPROVED);
  return domain_id;
}

export type AlertRules = Omit<Domains, 'create'> & ReturnType<typeof callsOf>;

/** A Parapet with the calls that tests of alert rules share. */
export async function startAlertRules(env: Record<string, string> = {}): Promise<AlertRules> {
  const world = await startDomains(env);
  return { ...world, ...callsOf(world) };
}
