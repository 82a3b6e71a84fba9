import type { Db, Tx } from '@/lib/db/store';
import { DISABLE, ENABLE } from '@/lib/guard/domains/vocabulary';
import { AT_FIRST, type DnsConfigInput } from './contract';

declare module '@/lib/db/tables' {
  interface Tables {
    dns_configs: { domain_id: string } & Record<keyof Omit<DnsConfigInput, 'auto_switch_case'>, string> & {
        auto_switch_case: number;
      };
  }
}

const option = (text: string) => (text === ENABLE ? ENABLE : DISABLE);

/** Of a domain the caller has already found in their scope. An old 0 for the case reads as 1 (spec 2.3). */
export const readConfig = async (db: Db, domain_id: string): Promise<DnsConfigInput> =>
  (await configsOf(db, [domain_id]))(domain_id);

/** The same of several domains. */
export async function configsOf(db: Db, domain_ids: readonly string[]): Promise<(domain_id: string) => DnsConfigInput> {
  const rows = await db.selectFrom('dns_configs').selectAll().where('domain_id', 'in', domain_ids).execute();
  const known = new Map(
    rows.map((row) => [
      row.domain_id,
      {
        auto_switch_case: row.auto_switch_case || 1,
        auto_return_source: option(row.auto_return_source),
        src_ipv6_check: option(row.src_ipv6_check),
        default_ipv6_check: option(row.default_ipv6_check),
      },
    ]),
  );
  return (domain_id) => known.get(domain_id) ?? AT_FIRST;
}

export async function writeConfig(tx: Tx, domain_id: string, config: DnsConfigInput): Promise<void> {
  await tx
    .insertInto('dns_configs')
    .values({ domain_id, ...config })
    .onConflict((c) => c.column('domain_id').doUpdateSet(config))
    .execute();
}
