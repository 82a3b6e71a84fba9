import { CompiledQuery } from 'kysely';
import type { Store } from '@/lib/db/store';

type Step = { parent: number; detail: string };

/** Every query `work` makes of the store outside transactions. */
async function queriesOf(store: Store, work: () => Promise<unknown>): Promise<CompiledQuery[]> {
  const { read } = store;
  const seen: CompiledQuery[] = [];
  store.read = read.withPlugin({
    transformQuery({ node, queryId }) {
      seen.push(read.getExecutor().compileQuery(node, queryId));
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  await work();
  store.read = read;
  return seen;
}

/** Where a query is inside another one, it is the one with the limit. */
function isExcess(query: string, { parent, detail }: Step, tables: RegExp): boolean {
  const isLimited = parent !== 0 || / limit \?( offset \?)?$/.test(query);
  if (detail.startsWith('USE TEMP B-TREE FOR ORDER BY')) return isLimited;
  return detail.startsWith('SCAN ') && tables.test(detail.slice('SCAN '.length));
}

/**
 * Where the embedded store would do too much for `work`: walk one of the tables, or sort all there is to give a few.
 * Answers the steps of its plans, each with its query.
 */
export async function excesses(store: Store, tables: RegExp, work: () => Promise<unknown>): Promise<string[]> {
  const found: string[] = [];
  for (const { sql } of await queriesOf(store, work)) {
    // Whatever the values: those of a prepared query are not in it.
    const explained = CompiledQuery.raw(`explain query plan ${sql}`);
    const { rows } = await store.read.executeQuery<Step>(explained);
    for (const step of rows) if (isExcess(sql, step, tables)) found.push(`${step.detail}: ${sql}`);
  }
  return found;
}
