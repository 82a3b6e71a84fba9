import type { Ctx } from '@/lib/api/context';
import { notFound } from '@/lib/api/errors';
import type { Tx } from '@/lib/db/store';
import type { Domain } from './contract';
import * as repository from './repository';
import { readable, type Settings } from './settings';

/** The domain, locked until the transaction ends. Throws not_found outside the scope. */
export async function lockedDomain(ctx: Ctx, tx: Tx, domain_id: string) {
  const row = await repository.lockDomain(tx, ctx.scope, domain_id);
  if (!row) throw notFound();
  const settings = await repository.readSettings(tx, domain_id);
  return { row, settings, before: repository.toDomain(row, settings) };
}

/** A domain the caller sees. Throws not_found. */
export async function requireDomain(ctx: Ctx, domain_id: string): Promise<repository.StoredDomain> {
  const row = await repository.findDomain(ctx.db, ctx.scope, domain_id);
  if (!row) throw notFound();
  return row;
}

/** What a revision keeps: the domain with its settings, as what they say. */
export const withSettings = (domain: Domain, settings: Settings) => ({ ...domain, settings: readable(settings) });
