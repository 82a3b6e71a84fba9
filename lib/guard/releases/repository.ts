import type { Page } from '@/lib/api/fields';
import { type Paging, paginate } from '@/lib/db/paginate';
import type { Db, Tx } from '@/lib/db/store';
import { type Scope, visible } from '@/lib/tenancy/scope';
import type { Release } from './contract';

declare module '@/lib/db/tables' {
  interface Tables {
    releases: ReleaseRow;
  }
}

export type ReleaseRow = Release & {
  oem_id: string;
  root_id: string;
  user_id: string;
  /** The whole configuration as JSON, keys in order. */
  config: string;
  audit_id: number;
};

const SHOWN = ['domain_id', 'number', 'domain', 'hash', 'cause', 'actor_id', 'actor_name', 'ctime'] as const;

function ofDomain(db: Db, scope: Scope, domain_id: string) {
  return db.selectFrom('releases').where(visible(scope, 'releases')).where('domain_id', '=', domain_id);
}

/** Newest first. */
export function listReleases(db: Db, scope: Scope, domain_id: string, paging: Paging): Promise<Page<Release>> {
  const found = ofDomain(db, scope, domain_id);
  return paginate(found, found.select(SHOWN).orderBy('number', 'desc'), paging, (row) => row);
}

export function findRelease(
  db: Db,
  scope: Scope,
  domain_id: string,
  number: number,
): Promise<(Release & { config: string }) | undefined> {
  const one = ofDomain(db, scope, domain_id).where('number', '=', number);
  return one.select([...SHOWN, 'config']).executeTakeFirst();
}

/** The last release of each of these domains that ever had one, by domain_id. */
export async function lastReleases(
  tx: Tx,
  domain_ids: readonly string[],
): Promise<Map<string, { number: number; hash: string }>> {
  const last = tx
    .selectFrom('releases')
    .select(['domain_id', (eb) => eb.fn.max('number').as('number')])
    .where('domain_id', 'in', domain_ids)
    .groupBy('domain_id');
  const rows = await tx
    .selectFrom('releases')
    .innerJoin(last.as('last'), (join) =>
      join.onRef('last.domain_id', '=', 'releases.domain_id').onRef('last.number', '=', 'releases.number'),
    )
    .select(['releases.domain_id', 'releases.number', 'releases.hash'])
    .execute();
  return new Map(rows.map(({ domain_id, ...release }) => [domain_id, release]));
}

export async function insertReleases(tx: Tx, rows: readonly ReleaseRow[]): Promise<void> {
  await tx.insertInto('releases').values(rows).execute();
}
