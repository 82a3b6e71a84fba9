import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Parapet, startParapet } from '@/test/parapet';

let parapet: Parapet;
beforeAll(async () => {
  parapet = await startParapet();
});
afterAll(() => parapet.close());

/** Has a transaction of somebody else hold a table meanwhile. */
async function held(table: string, work: (other: pg.Client) => Promise<void>): Promise<void> {
  const other = new pg.Client({ connectionString: parapet.runtime.config.DATABASE_URL });
  await other.connect();
  try {
    await other.query(`begin; lock table ${table}`);
    await work(other);
  } finally {
    await other.end();
  }
}

/** Until somebody is answered, ends what waits for a lock as PostgreSQL does once that has waited for `statement_timeout`. */
async function cancelWaiting<T>(other: pg.Client, asked: Promise<T>): Promise<T> {
  const waiting = "datname = current_database() and wait_event_type = 'Lock'";
  for (;;) {
    const answer = await Promise.race([asked, pause(50)]);
    if (answer !== undefined) return answer;
    await other.query(`select pg_cancel_backend(pid) from pg_stat_activity where ${waiting}`);
  }
}

const call = (method: string, body?: object) =>
  parapet.call(method, '/api/guard/policies', { as: 'acme-root', ...(body && { body }) });

describe('a table that the transaction of somebody else holds', () => {
  it.for([
    { method: 'GET', body: undefined },
    { method: 'POST', body: { name: 'Held' } },
  ])(
    'has $method answered with 503 once PostgreSQL has waited for it too long, and nothing is half-done',
    async ({ method, body }, { skip }) => {
      if (parapet.runtime.store.kind !== 'postgres') return skip('the embedded store belongs to one process');
      expect((await call('GET')).status).toBe(200);
      await held('policies', async (other) => {
        const { status, headers, body: said } = await cancelWaiting(other, call(method, body));
        expect({ status, retry: headers.get('retry-after') }).toEqual({ status: 503, retry: '1' });
        expect(said.err_key).toMatch(/^err\./);
      });
      const { body: after } = await call('GET');
      expect(after.data.list.map(({ name }: { name: string }) => name)).not.toContain('Held');
      expect((await call('POST', { name: `After ${method}` })).status).toBe(201);
    },
  );
});
