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

export function lastRelease(tx: Tx, domain_id: string): Promise<{ number: number; hash: string } | undefined> {
  const all = tx.selectFrom('releases').select(['number', 'hash']).where('domain_id', '=', domain_id);
  return all.orderBy('number', 'desc').limit(1).executeTakeFirst();
}

export async function insertRelease(tx: Tx, row: ReleaseRow): Promise<void> {
  await tx.insertInto('releases').values(row).execute();
}
